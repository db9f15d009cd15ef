/* The page behind the panel, as a chip that the user can remove. The server decides what object it is about. */

const OBJECT_PAGE = /\/\d+(\/|$)/;
// Chats are about the inventory, not about each other.
const OWN_PAGE = /\/plugins\/chat-sessions\//;

export class PageContext {
  #chip;

  constructor(panel) {
    this.#chip = panel.querySelector('[data-chat-page]');
    this.take();
    this.#chip.title = location.pathname;
    this.#chip.querySelector('[data-chat-page-title]').textContent = document.title.split(' | ')[0];
    this.#chip.querySelector('[data-chat-page-remove]').addEventListener('click', () => {
      this.#chip.hidden = true;
    });
  }

  /* What is asked from now on is about the page, though the user may have left it out before. */
  take() {
    this.#chip.hidden = !OBJECT_PAGE.test(location.pathname) || OWN_PAGE.test(location.pathname);
  }

  /* The path to send with a message; empty when there is none, or the user has left it out. */
  get path() {
    return this.#chip.hidden ? '' : location.pathname;
  }
}
