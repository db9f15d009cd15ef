/* The list of sessions in the panel. It lies over the conversation, which goes on beneath it. */

export class SessionList {
  #panel;
  #pane;
  #button;
  #parts;

  constructor(panel, parts) {
    this.#panel = panel;
    this.#pane = panel.querySelector('[data-chat-sessions-pane]');
    this.#button = panel.querySelector('[data-chat-list]');
    this.#parts = parts;
    panel.addEventListener('click', (event) => this.#click(event.target.closest('button')));
  }

  get #shown() {
    return this.#panel.classList.contains('chat-panel-listing');
  }

  #click(button) {
    if (!button) return;
    const { chatList, chatNew, chatOpenSession } = button.dataset;
    if (chatList !== undefined) this.#toggle();
    else if (chatNew !== undefined) this.#show(false);
    else if (chatOpenSession) this.#open(chatOpenSession);
  }

  async #toggle() {
    this.#show(!this.#shown);
    if (!this.#shown) {
      this.#parts.composer.focus();
      return;
    }
    try {
      this.#pane.replaceChildren(await this.#parts.server.sessions(this.#parts.memory.session));
      this.#pane.scrollTop = 0;
    } catch (failure) {
      const name = failure.signedOut ? 'signed-out' : 'unreachable';
      this.#pane.replaceChildren(this.#panel.querySelector(`[data-chat-${name}-template]`).content.cloneNode(true));
    }
  }

  #show(shown) {
    this.#panel.classList.toggle('chat-panel-listing', shown);
    this.#button.setAttribute('aria-pressed', String(shown));
    this.#pane.hidden = !shown;
  }

  #open(session) {
    this.#show(false);
    this.#parts.conversation.open(session);
  }
}
