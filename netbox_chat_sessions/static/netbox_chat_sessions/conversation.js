/* The conversation in the panel: which session it is, what is sent, and what comes back. */

const PENDING_DELAY = 2000;
const PENDING_CHECKS = 60;
const WATCH_DELAY = 4000;

export class Conversation {
  #parts;
  #loaded = null;
  #loading = Promise.resolve();
  #status = '';
  #asPerson = '';
  #watching = false;

  constructor(parts) {
    this.#parts = parts;
    parts.composer.onSubmit((text) => this.#ask({ message: text }, text));
    parts.panel.addEventListener('click', (event) => this.#click(event));
    parts.panel.addEventListener('submit', (event) => this.#submit(event));
  }

  /* Show the session of before, unless it is shown already. */
  async resume() {
    const { memory } = this.#parts;
    if (memory.unknown) await this.show(memory.session, true);
    else if (this.#loaded !== memory.session) await this.show(memory.session);
    else await this.#loading;
  }

  /* Say something that the user has not typed. */
  ask(fields, text) {
    return this.#ask(fields, text);
  }

  /* Offer what could be asked about the page, where something else has been talked about. */
  async suggest() {
    const { server, log, page } = this.#parts;
    if (!page.path || log.root.querySelector('[data-chat-suggestion]')) return;
    const fragment = await server.suggestions(page.path).catch(() => null);
    if (fragment) log.suggest(fragment);
  }

  /* Show another session, to write in it; empty: a new one. */
  async open(session) {
    await this.show(session);
    this.#parts.composer.focus();
  }

  /* `latest`: whichever the user has written in last. */
  show(session, latest = false) {
    this.#loading = this.#show(session, latest);
    return this.#loading;
  }

  async #show(session, latest) {
    const { server, log, memory, page } = this.#parts;
    if (!latest) memory.session = session;
    this.#loaded = session;
    try {
      const fragment = await (latest ? server.latest(page.path) : server.transcript(session, { page: page.path }));
      if (this.#loaded !== session) return;
      this.#head(fragment);
      log.show(fragment);
      this.#follow(memory.session);
    } catch (failure) {
      this.#loaded = null;
      if (failure.status === 404 && session) await this.#show('');
      else log.showTemplate(failure.signedOut ? 'signed-out' : 'unreachable');
    }
  }

  /* An answer that was on its way when the page was left is awaited. */
  async #follow(session) {
    const { server, log, memory } = this.#parts;
    for (let check = 0; check < PENDING_CHECKS && log.root.querySelector('[data-chat-unanswered]'); check += 1) {
      await new Promise((resolve) => setTimeout(resolve, PENDING_DELAY));
      if (memory.session !== session || this.#parts.composer.busy) return;
      const fragment = await server.transcript(session).catch(() => null);
      if (fragment && memory.session === session && !this.#parts.composer.busy) log.show(fragment);
    }
  }

  #head(fragment) {
    const { panel, composer, memory } = this.#parts;
    const head = fragment.querySelector('[data-chat-head]');
    if (!head) return;
    const status = fragment.querySelector('[data-chat-status]');
    panel.querySelector('[data-chat-head-slot]').replaceChildren(...head.childNodes);
    panel.querySelector('[data-chat-status-slot]').replaceChildren(...status.childNodes);
    composer.writable = head.dataset.writable === 'true';
    memory.session = head.dataset.session;
    this.#loaded = head.dataset.session;
    this.#status = head.dataset.status;
    this.#asPerson = head.dataset.asPerson;
    head.remove();
    status.remove();
    if (this.#status === 'handoff') this.#watch();
  }

  /* While a person is awaited, what they write is shown as it comes. */
  async #watch() {
    if (this.#watching) return;
    this.#watching = true;
    while (this.#status === 'handoff') {
      await new Promise((resolve) => setTimeout(resolve, WATCH_DELAY));
      if (this.#idle) await this.#look();
    }
    this.#watching = false;
  }

  /* Nothing is on its way that belongs into the log, and somebody may be looking at it. */
  get #idle() {
    const { memory, composer } = this.#parts;
    return memory.open && !document.hidden && !composer.busy && this.#loaded === memory.session;
  }

  async #look() {
    const { server, log, memory } = this.#parts;
    const session = memory.session;
    try {
      const fragment = await server.news(session, log.seen);
      if (!this.#idle || memory.session !== session) return;
      log.add(fragment);
      if (fragment.querySelector('[data-chat-head]')?.dataset.status === this.#status) return;
      // A menu that is open stays open, as long as nothing has changed.
      this.#head(fragment);
      if (this.#status === 'active') log.note('released');
    } catch (failure) {
      // What is gone, or no longer for this user, does not come back; a server that does not answer may.
      if (failure.refused && memory.session === session) this.#status = '';
    }
  }

  async #ask(fields, text) {
    const { composer, memory, page, log } = this.#parts;
    composer.busy = true;
    // What was said before must be there first; it would take the place of the question.
    await this.#loading;
    const turn = { page: page.path, ...fields, turn_id: turnId(), session: memory.session, as_person: this.#asPerson };
    this.#send(turn, log.ask(text));
  }

  async #send(turn, exchange) {
    const { server, log, composer } = this.#parts;
    composer.busy = true;
    try {
      const fragment = await server.send(turn);
      if (exchange.isConnected) {
        this.#head(fragment);
        log.answered(exchange, fragment);
      } else if (this.#loaded === turn.session) {
        // Something else was shown meanwhile, and took the place of the question.
        await this.show(turn.session);
      }
    } catch (failure) {
      const again = () => {
        log.wait(exchange);
        this.#send(turn, exchange);
      };
      const ended = failure.code === 'session_ended';
      const refused = ['invalid', 'not_waiting', 'permission_denied'].includes(failure.code);
      const final = ended || refused || failure.signedOut;
      log.failed(exchange, failure.text, final ? null : again, ended);
      if (ended) composer.restore(turn.message);
    } finally {
      composer.busy = false;
      composer.focus();
    }
  }

  #click(event) {
    const target = event.target.closest('button');
    if (!target) return;
    const { data, has } = { data: target.dataset, has: (name) => name in target.dataset };
    if (has('chatChoice')) this.#choose(target);
    else if (has('chatSuggestion')) this.#suggested(data);
    else if (has('chatRetryTurn')) this.#retry(target.closest('[data-chat-exchange]'));
    else if (has('chatNew')) this.open('');
    else if (has('chatEarlier')) this.#earlier(data.before);
    else if (has('chatAction')) this.#act(data.url);
    else if (has('chatHandoff')) this.#askWhy(data.url);
    else if (has('chatReasonCancel')) this.#dropReason();
  }

  /* Before a person is asked for, the user may say what for. */
  #askWhy(url) {
    const { panel } = this.#parts;
    const fragment = panel.querySelector('[data-chat-reason-template]').content.cloneNode(true);
    fragment.querySelector('form').dataset.url = url;
    panel.querySelector('[data-chat-status-slot]').replaceChildren(fragment);
    panel.querySelector('[data-chat-reason-form] input').focus();
  }

  #dropReason() {
    this.#parts.panel.querySelector('[data-chat-reason-form]').remove();
    this.#parts.composer.focus();
  }

  #submit(event) {
    const form = event.target.closest('[data-chat-reason-form]');
    if (!form) return;
    event.preventDefault();
    this.#act(form.dataset.url, { reason: form.elements.reason.value });
  }

  #choose(button) {
    if (this.#parts.composer.busy) return;
    const { objectType, objectId, message } = button.dataset;
    this.#ask({ message, choice_type: objectType, choice_id: objectId }, message);
  }

  /* Asked as it was suggested: about the page it was made for, or about none. */
  #suggested({ message, page }) {
    if (this.#parts.composer.busy) return;
    this.#ask({ message, page }, message);
  }

  #retry(exchange) {
    const { composer, log, memory, page } = this.#parts;
    if (composer.busy) return;
    const { query, turn } = exchange.dataset;
    log.wait(exchange);
    this.#send({ message: query, turn_id: turn, session: memory.session, page: page.path }, exchange);
  }

  async #earlier(before) {
    const { server, log, memory } = this.#parts;
    const fragment = await server.transcript(memory.session, { before }).catch(() => null);
    if (fragment) log.prepend(fragment);
  }

  async #act(url, fields = {}) {
    const { server, log, composer } = this.#parts;
    try {
      const fragment = await server.post(url, fields);
      this.#head(fragment);
      log.show(fragment);
      composer.focus();
    } catch (failure) {
      log.complain(failure.text);
    }
  }
}

/* `crypto.randomUUID` is missing where NetBox is served over plain HTTP. */
function turnId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
