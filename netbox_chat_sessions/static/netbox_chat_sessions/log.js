/* The list of exchanges in the panel. */

// Who is this near to the end reads along, in pixels.
const NEAR = 80;

export class Log {
  #panel;
  #root;
  #seen = 0;

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

  /* The exchange of a turn, if it is shown. */
  exchange(turn) {
    return this.#root.querySelector(`[data-chat-exchange][data-turn="${turn}"]`);
  }

  /* The exchanges that wait for an answer. */
  get unanswered() {
    return [...this.#root.querySelectorAll('[data-chat-unanswered]')].map((item) => item.closest('[data-chat-exchange]'));
  }

  /* Sequence number of the last exchange up to which the log has all of them. */
  get seen() {
    return this.#seen;
  }

  /* Whether something is missing before the last exchange. */
  get behind() {
    return Math.max(0, ...this.#exchanges().map(sequenceOf)) > this.#seen;
  }

  show(fragment) {
    this.#root.replaceChildren(fragment);
    this.#seen = Math.max(0, ...this.#exchanges().map(sequenceOf));
    this.#toEnd();
  }

  /* Put in what others have said meanwhile, each in its place. */
  add(fragment) {
    const found = [...fragment.querySelectorAll('[data-chat-exchange]')];
    const known = new Set(this.#exchanges().map(sequenceOf));
    const news = found.filter((exchange) => !known.has(sequenceOf(exchange)));
    this.#seen = Math.max(this.#seen, ...found.map(sequenceOf));
    news.forEach((exchange) => {
      const next = this.#exchanges().find((other) => sequenceOf(other) > sequenceOf(exchange));
      this.#bubbles().insertBefore(exchange, next ?? null);
    });
    if (!news.length) return;
    this.announce(news.map((exchange) => exchange.textContent).join(' '));
    news.at(-1).scrollIntoView({ block: 'nearest' });
  }

  /* Say what has happened to the session. */
  note(name) {
    const fragment = this.clone(name);
    this.announce(fragment.textContent);
    this.append(fragment);
  }

  /* Put something under what was said. */
  append(fragment) {
    this.#bubbles().append(fragment);
    this.#toEnd();
  }

  showTemplate(name) {
    this.#root.replaceChildren(this.clone(name));
  }

  /* Put older exchanges above the ones that are there, without moving what is being read. */
  prepend(fragment) {
    const distance = this.#root.scrollHeight - this.#root.scrollTop;
    this.#root.querySelector('[data-chat-earlier]')?.remove();
    const bubbles = this.#root.querySelector('[data-chat-transcript]');
    bubbles.prepend(...fragment.querySelector('[data-chat-transcript]').childNodes);
    this.#root.scrollTop = this.#root.scrollHeight - distance;
  }

  /* Show a question at once, with the sign that it is being answered. */
  ask(text, turn) {
    this.#root.querySelector('[data-chat-welcome]')?.remove();
    this.#root.querySelectorAll('[data-chat-choice]').forEach((button) => (button.disabled = true));
    const fragment = this.clone('pending');
    const exchange = fragment.querySelector('[data-chat-exchange]');
    exchange.dataset.query = text;
    exchange.dataset.turn = turn;
    fragment.querySelector('[data-chat-question]').textContent = text;
    this.append(fragment);
  }

  /* A turn is being answered again. */
  wait(turn) {
    const answer = this.clone('pending').querySelector('[data-chat-answer]');
    this.exchange(turn)?.querySelector('[data-chat-answer]').replaceWith(answer);
    this.#toEnd();
  }

  /* Show what has been answered of a turn so far. */
  partial(turn, fragment) {
    const [shown, told] = [this.exchange(turn), fragment.querySelector('[data-chat-exchange]')];
    if (!shown || shown.dataset.blocks === told.dataset.blocks) return;
    const following = this.#root.scrollHeight - this.#root.scrollTop - this.#root.clientHeight < NEAR;
    shown.replaceWith(told);
    if (following) this.#toEnd();
  }

  /* Nobody waits any more; what has been answered so far stays. */
  stopping(turn) {
    const pending = this.exchange(turn)?.querySelector('[data-chat-unanswered]');
    if (!pending) return;
    const fragment = this.clone('stopped');
    this.announce(fragment.textContent);
    pending.replaceWith(fragment);
  }

  answered(exchange, fragment) {
    const answer = fragment.querySelector('[data-chat-exchange]');
    if (sequenceOf(answer) === this.#seen + 1) this.#seen += 1;
    exchange.replaceWith(answer);
    this.announce(answer.querySelector('[data-chat-answer]').textContent);
    // The question stays in view above a long answer.
    answer.scrollIntoView({ block: 'nearest' });
    if (answer.offsetHeight > this.#root.clientHeight) answer.scrollIntoView({ block: 'start' });
  }

  /* `retry`: what asks again; null where that would not help. `ended`: only a new session takes it. */
  failed(turn, text, retry, ended = false) {
    const failure = this.failure(text, retry);
    failure.querySelector('[data-chat-new]').hidden = !ended;
    this.exchange(turn)?.querySelector('[data-chat-answer]').replaceWith(failure);
    this.#toEnd();
  }

  /* Something that belongs to no question went wrong. */
  complain(text) {
    this.append(this.failure(text));
  }

  failure(text, retry = null) {
    const fragment = this.clone('failure');
    if (text) fragment.querySelector('[data-chat-failure-text]').textContent = text;
    const button = fragment.querySelector('[data-chat-retry]');
    if (retry) button.addEventListener('click', retry, { once: true });
    else button.remove();
    return fragment;
  }

  announce(text) {
    this.#panel.querySelector('[data-chat-announce]').textContent = text.replace(/\s+/g, ' ').trim();
  }

  #exchanges() {
    return [...this.#root.querySelectorAll('[data-chat-exchange][data-sequence]')];
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

  clone(name) {
    return this.#panel.querySelector(`[data-chat-${name}-template]`).content.cloneNode(true);
  }

  #toEnd() {
    this.#root.scrollTop = this.#root.scrollHeight;
  }
}

function sequenceOf(exchange) {
  return Number(exchange.dataset.sequence);
}
