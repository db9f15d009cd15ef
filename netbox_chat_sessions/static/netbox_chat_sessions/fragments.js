/* What the server renders when it is wanted: a `details[data-chat-load]` once it is opened, and the answer to a button or
 * form with `data-chat-post`, which takes the place of the `[data-chat-place]` around it. */

export class Fragments {
  #parts;

  constructor(parts) {
    this.#parts = parts;
    parts.panel.addEventListener('toggle', ({ target }) => this.#toggled(target), true);
    // The page of a session has such buttons too.
    document.addEventListener('click', ({ target }) => this.#sent(target.closest('button[data-chat-post]')));
    parts.panel.addEventListener('submit', (event) => {
      if (event.target.dataset.chatPost) event.preventDefault();
      this.#sent(event.target.closest('form[data-chat-post]'), Object.fromEntries(new FormData(event.target)));
    });
    // What is open is closed before the panel.
    parts.panel.addEventListener('keydown', (event) => {
      const open = event.key === 'Escape' && [...parts.panel.querySelectorAll('details[open]')].at(-1);
      if (!open || event.isComposing) return;
      event.stopImmediatePropagation();
      open.open = false;
      open.querySelector('summary').focus();
    });
  }

  async #toggled(details) {
    const loaded = details.querySelector('[data-chat-loaded]');
    const url = details.dataset.chatLoad;
    if (!details.open) loaded?.remove();
    if (!url || !details.open || loaded) return;
    const fragment = await this.#parts.server.get(url).catch((failure) => this.#parts.log.complain(failure.text));
    if (!fragment || !details.open) return;
    details.append(...fragment.querySelectorAll('[data-chat-loaded]'));
    details.scrollIntoView({ block: 'nearest' });
    details.querySelector('[data-chat-loaded] button')?.focus({ preventScroll: true });
  }

  async #sent(sender, fields = {}) {
    if (!sender) return;
    const { chatPost, chatField, chatValue } = sender.dataset;
    const sent = chatField ? { [chatField]: chatValue } : fields;
    const { server, composer } = this.#parts;
    const place = sender.closest('[data-chat-place]');
    // What is sent once is not sent again by a second click.
    sender.disabled = true;
    const fragment = await server.post(chatPost, sent).catch((failure) => this.#complain(place, failure));
    sender.disabled = false;
    if (!fragment) return;
    const next = fragment.querySelector('input, [aria-pressed="true"], [tabindex="-1"]');
    place.replaceWith(fragment);
    (next ?? composer).focus();
  }

  #complain(place, { text }) {
    const alert = place.querySelector('[data-chat-complaint]');
    if (!alert) return this.#parts.log.complain(text);
    if (text) alert.textContent = text;
    alert.hidden = false;
  }
}
