/* The list of sessions in the panel. It lies over the conversation, which goes on beneath it. */

const SEARCH_DELAY = 200;

export class SessionList {
  #panel;
  #pane;
  #button;
  #parts;
  #searching = 0;

  constructor(parts) {
    const { panel } = parts;
    this.#panel = panel;
    this.#pane = panel.querySelector('[data-chat-sessions-pane]');
    this.#button = panel.querySelector('[data-chat-list]');
    this.#parts = parts;
    panel.addEventListener('click', (event) => this.#click(event.target.closest('button')));
    this.#pane.addEventListener('input', (event) => this.#typed(event.target));
    this.#pane.addEventListener('submit', (event) => this.#rename(event));
    this.#pane.addEventListener('keydown', (event) => this.#key(event));
  }

  get #shown() {
    return this.#panel.classList.contains('chat-panel-listing');
  }

  get #results() {
    return this.#pane.querySelector('[data-chat-results]');
  }

  close() {
    this.#show(false);
  }

  #click(button) {
    const data = button?.dataset ?? {};
    const row = button?.closest('.chat-session');
    if ('chatList' in data) this.#toggle();
    else if ('chatNew' in data || 'chatOpenSession' in data) this.close();
    else if ('chatRename' in data) this.#askTitle(row, true);
    else if ('chatDelete' in data) this.#remove(row, data.url);
    else if ('chatUndo' in data) this.#undo(row, data);
    else if ('chatDeleteAll' in data) this.#removeAll(data.url);
  }

  async #toggle() {
    this.#show(!this.#shown);
    if (!this.#shown) {
      this.#parts.composer.focus();
      return;
    }
    try {
      await this.#load();
      this.#pane.scrollTop = 0;
      this.#pane.querySelector('[data-chat-search]').focus();
    } catch (failure) {
      this.#pane.replaceChildren(this.#parts.log.clone(failure.signedOut ? 'signed-out' : 'unreachable'));
    }
  }

  async #load() {
    const { server, memory } = this.#parts;
    this.#pane.replaceChildren(await server.sessions(memory.session));
    this.#forgetLater();
  }

  #show(shown) {
    this.#panel.classList.toggle('chat-panel-listing', shown);
    this.#button.setAttribute('aria-pressed', String(shown));
    this.#button.querySelector('[data-chat-news]').hidden = true;
    this.#pane.hidden = !shown;
  }

  #typed(input) {
    if (!('chatSearch' in input.dataset)) return;
    const number = (this.#searching += 1);
    setTimeout(async () => {
      if (number !== this.#searching) return;
      const { server, memory } = this.#parts;
      const fragment = await server.sessions(memory.session, input.value.trim()).catch(() => null);
      // What was typed later has an answer of its own.
      if (!fragment || number !== this.#searching) return;
      this.#results.replaceWith(fragment.querySelector('[data-chat-results]'));
    }, SEARCH_DELAY);
  }

  #key(event) {
    if (event.key !== 'Escape' || event.isComposing || this.#pane.querySelector('[open]')) return;
    event.stopPropagation();
    const form = event.target.closest('[data-chat-rename-form]');
    if (!form) return this.#toggle();
    form.reset();
    this.#askTitle(form.closest('.chat-session'), false);
  }

  #askTitle(row, asked) {
    const form = row.querySelector('[data-chat-rename-form]');
    form.hidden = !asked;
    if (asked) form.elements.title.select();
    else row.querySelector('[data-chat-rename]').focus();
  }

  async #rename(event) {
    event.preventDefault();
    const form = event.target;
    const row = form.closest('.chat-session');
    const current = row.hasAttribute('aria-current');
    const renamed = await this.#post(row, form.dataset.url, { title: form.elements.title.value });
    if (!renamed) return;
    renamed.toggleAttribute('aria-current', current);
    renamed.querySelector('[data-chat-rename]').focus();
    const heading = this.#panel.querySelector('[data-chat-head-slot] .offcanvas-title');
    if (current) heading.textContent = heading.title = renamed.querySelector('[data-chat-session-title]').textContent;
  }

  async #remove(row, url) {
    const session = row.dataset.chatSession;
    const removal = await this.#post(row, url);
    if (!removal) return;
    removal.dataset.session = session;
    removal.querySelector('[data-chat-undo]').focus();
    this.#forgetLater();
    if (session === this.#parts.memory.session) this.#parts.conversation.show('');
  }

  async #removeAll(url) {
    const { server, memory, conversation } = this.#parts;
    const rows = await server.post(url).catch((failure) => this.#complain(this.#results, failure));
    if (!rows) return;
    await this.#load().catch(() => this.#results.replaceChildren(rows));
    this.#pane.querySelector('[data-chat-undo]')?.focus();
    conversation.show(memory.session);
  }

  async #undo(row, { url, at }) {
    const { server, memory, conversation } = this.#parts;
    const restored = await server.post(url, { at }).catch((failure) => this.#complain(row, failure));
    if (!restored) return;
    await this.#load().catch(() => row.replaceWith(restored));
    if (row.dataset.session && !memory.session) conversation.show(row.dataset.session);
  }

  /* Send what is to be done with a row, and put what comes back in its place. */
  async #post(row, url, fields = {}) {
    const { server } = this.#parts;
    const fragment = await server.post(url, fields).catch((failure) => this.#complain(row, failure));
    if (!fragment) return null;
    const answer = fragment.querySelector('.chat-session');
    row.replaceWith(answer);
    return answer;
  }

  /* An offer to undo is there only as long as it holds. */
  #forgetLater() {
    this.#pane.querySelectorAll('[data-chat-removal]:not([data-timed])').forEach((removal) => {
      removal.dataset.timed = '';
      setTimeout(() => removal.remove(), removal.dataset.seconds * 1000);
    });
  }

  #complain(row, { text }) {
    row.append(this.#parts.log.failure(text));
  }
}
