/* The list of exchanges in the panel. */

export class Log {
  #panel;
  #root;

  constructor(panel) {
    this.#panel = panel;
    this.#root = panel.querySelector('[data-chat-log]');
  }

  get root() {
    return this.#root;
  }

  /* Everything that was asked in the loaded part of the session, oldest first. */
  get questions() {
    return [...this.#root.querySelectorAll('[data-chat-exchange]')].map((item) => item.dataset.query).filter(Boolean);
  }

  show(fragment) {
    this.#root.replaceChildren(fragment);
    this.#toEnd();
  }

  showTemplate(name) {
    this.#root.replaceChildren(this.#clone(name));
  }

  /* Put older exchanges above the ones that are there, without moving what is being read. */
  prepend(fragment) {
    const distance = this.#root.scrollHeight - this.#root.scrollTop;
    this.#root.querySelector('[data-chat-earlier]')?.remove();
    const bubbles = this.#root.querySelector('[data-chat-transcript]');
    bubbles.prepend(...fragment.querySelector('[data-chat-transcript]').childNodes);
    this.#root.scrollTop = this.#root.scrollHeight - distance;
  }

  /* Show a question at once, with the sign that it is being answered; the element stands for the exchange. */
  ask(text) {
    this.#root.querySelector('[data-chat-welcome]')?.remove();
    this.#root.querySelectorAll('[data-chat-choice]').forEach((button) => (button.disabled = true));
    const fragment = this.#clone('pending');
    const exchange = fragment.querySelector('[data-chat-exchange]');
    exchange.dataset.query = text;
    fragment.querySelector('[data-chat-question]').textContent = text;
    this.#bubbles().append(fragment);
    this.#toEnd();
    return exchange;
  }

  /* The exchange is being answered again. */
  wait(exchange) {
    const answer = this.#clone('pending').querySelector('[data-chat-answer]');
    exchange.querySelector('[data-chat-answer]').replaceWith(answer);
    this.#toEnd();
  }

  answered(exchange, fragment) {
    const answer = fragment.querySelector('[data-chat-exchange]');
    exchange.replaceWith(answer);
    this.#announce(answer.querySelector('[data-chat-answer]').textContent);
    // The question stays in view above a long answer.
    answer.scrollIntoView({ block: 'nearest' });
    if (answer.offsetHeight > this.#root.clientHeight) answer.scrollIntoView({ block: 'start' });
  }

  /* `retry`: what asks again; null where that would not help. */
  failed(exchange, text, retry) {
    exchange.querySelector('[data-chat-answer]').replaceWith(this.#failure(text, retry));
    this.#toEnd();
  }

  /* Something that belongs to no question went wrong. */
  complain(text) {
    this.#bubbles().append(this.#failure(text, null));
    this.#toEnd();
  }

  #failure(text, retry) {
    const fragment = this.#clone('failure');
    if (text) fragment.querySelector('[data-chat-failure-text]').textContent = text;
    const button = fragment.querySelector('[data-chat-retry]');
    if (retry) button.addEventListener('click', retry, { once: true });
    else button.remove();
    return fragment;
  }

  #announce(text) {
    this.#panel.querySelector('[data-chat-announce]').textContent = text.replace(/\s+/g, ' ').trim();
  }

  #bubbles() {
    let bubbles = this.#root.querySelector('[data-chat-transcript]');
    if (!bubbles) {
      bubbles = document.createElement('div');
      bubbles.className = 'chat-bubbles';
      bubbles.dataset.chatTranscript = '';
      this.#root.replaceChildren(bubbles);
    }
    return bubbles;
  }

  #clone(name) {
    return this.#panel.querySelector(`[data-chat-${name}-template]`).content.cloneNode(true);
  }

  #toEnd() {
    this.#root.scrollTop = this.#root.scrollHeight;
  }
}
