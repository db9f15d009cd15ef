/* Ways into the chat from NetBox's own pages: the object shown, chosen rows of a list, and links to a session. */

const BOXES = 'input[type="checkbox"][name="pk"]';

export class EntryPoints {
  #parts;

  /* `parts.show()` opens the panel and waits until its session is there. */
  constructor(parts) {
    this.#parts = parts;
    document.addEventListener('click', (event) => this.#click(event));
    document.addEventListener('change', () => this.#count());
    document.addEventListener('htmx:afterSettle', () => this.#count());
    this.#count();
  }

  /* The session that the address names; it is taken out of the address, which is the page's. */
  takeLinked() {
    const address = new URL(location.href);
    const session = address.searchParams.get('chat');
    if (!/^\d{1,18}$/.test(session ?? '')) return null;
    address.searchParams.delete('chat');
    history.replaceState(history.state, '', address);
    return session;
  }

  #click(event) {
    const target = event.target.closest('[data-chat-ask], [data-chat-ask-selected], [data-chat-link]');
    if (!target || event.defaultPrevented) return;
    const { chatLink, chatAskSelected } = target.dataset;
    if (chatLink) this.#follow(event, chatLink);
    else if (chatAskSelected) this.#askSelected(target);
    else this.#ask();
  }

  /* A link to a session opens it here, unless it is to be opened elsewhere. */
  #follow(event, session) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#parts.show(session);
  }

  async #ask() {
    const { conversation, page, composer } = this.#parts;
    page.take();
    await this.#open();
    await conversation.suggest();
    composer.focus();
  }

  async #askSelected(button) {
    const { turns, composer } = this.#parts;
    const selected = chosen();
    if (!selected.length || composer.busy) return;
    await this.#open();
    turns.ask({ message: button.dataset.message, selected_type: button.dataset.chatAskSelected, selected });
  }

  /* What takes no more messages is no place to ask in. */
  async #open() {
    const { panel, show, conversation } = this.#parts;
    await show();
    if (!panel.querySelector('[data-chat-closed]').hidden) await conversation.show('');
  }

  #count() {
    document.querySelectorAll('[data-chat-ask-selected]').forEach((button) => {
      const count = chosen().length;
      const label = button.querySelector('[data-chat-all]');
      if (!document.querySelector(BOXES)) label.textContent = label.dataset.chatAll;
      const badge = button.querySelector('[data-chat-selected]');
      button.disabled = !count;
      badge.hidden = !count;
      badge.textContent = count;
    });
  }
}

/* Primary keys of the chosen rows, in the order of the list; of all rows where NetBox lets nobody choose, because the
 * user may do nothing with them. Their pages lie below the list's own. */
function chosen() {
  if (document.querySelector(BOXES)) return [...document.querySelectorAll(`${BOXES}:checked`)].map((box) => box.value);
  const list = location.pathname;
  const paths = [...document.querySelectorAll('#object_list tbody a')].map((link) => link.pathname);
  const below = paths.filter((path) => path.startsWith(list)).map((path) => path.slice(list.length));
  return [...new Set(below.map((path) => /^(\d+)\/$/.exec(path)?.[1]).filter(Boolean))];
}
