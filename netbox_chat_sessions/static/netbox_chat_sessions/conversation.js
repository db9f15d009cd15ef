/* The conversation in the panel: which session it is, and what comes in from others. */

const WATCH_DELAY = 4000;

export class Conversation {
  #parts;
  #loaded = null;
  #loading = Promise.resolve();
  #status = '';
  #asPerson = '';
  #watching = false;
  #load = null;
  #shown = null;
  #tabs;

  constructor(parts, user) {
    this.#parts = parts;
    parts.panel.addEventListener('click', (event) => this.#click(event));
    parts.panel.addEventListener('submit', (event) => this.#submit(event));
    // What is answered in one tab is shown in the others, and what came while nobody looked once somebody does.
    this.#tabs = new BroadcastChannel(`netbox-chat:${user}`);
    this.#tabs.addEventListener('message', ({ data }) => data === parts.memory.session && this.#look());
    document.addEventListener('visibilitychange', () => this.#look());
  }

  /* `callback` is called whenever a session has been shown. */
  onShown(callback) {
    this.#shown = callback;
  }

  /* Whether the log shows the session, and no other is on its way. */
  get settled() {
    return this.#load === null;
  }

  /* Until something can be added to what is shown. */
  get ready() {
    return this.#loading;
  }

  /* Whether what is written is for those who wait for a person. */
  get asPerson() {
    return this.#asPerson;
  }

  /* Show the session of before, unless it is shown already. */
  async resume() {
    const { memory } = this.#parts;
    if (memory.unknown) await this.show(memory.session, true);
    else if (this.#loaded !== memory.session) await this.show(memory.session);
    else await this.#loading;
  }

  /* Offer what could be asked about the page, where something else has been talked about. */
  async suggest() {
    const { server, log, page } = this.#parts;
    if (!page.path || log.root.querySelector('[data-chat-suggestion]')) return;
    const fragment = await server.suggestions(page.path).catch(() => null);
    if (fragment) log.append(fragment);
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
    // Whichever was asked for last is shown.
    const load = (this.#load = {});
    try {
      const fragment = await server.transcript(latest ? 'latest' : session, { page: page.path });
      if (this.#load !== load) return;
      this.head(fragment);
      log.show(fragment);
      this.#shown();
      this.#load = null;
    } catch (failure) {
      if (this.#load !== load) return;
      this.#loaded = this.#load = null;
      if (failure.status === 404 && session) await this.#show('');
      else log.showTemplate(failure.signedOut ? 'signed-out' : 'unreachable');
    }
  }

  /* The question that is shown was stored: the session is known from now on. */
  accepted(session) {
    this.#parts.memory.session = session;
    this.#loaded = session;
  }

  /* A question of a session was answered; `shown`: its answer stands in the log. */
  answered(session, shown) {
    const { memory, panel, log } = this.#parts;
    this.#tabs.postMessage(session);
    if (session !== memory.session) panel.querySelector('[data-chat-news]').hidden = false;
    else if (!shown) this.show(session);
    else if (log.behind) this.#look();
  }

  /* Take over what is told of the session beside its exchanges. */
  head(fragment) {
    const { panel, composer } = this.#parts;
    const head = fragment.querySelector('[data-chat-head]');
    if (!head) return;
    for (const part of ['head', 'status', 'remembered']) {
      const told = fragment.querySelector(`[data-chat-${part}]`);
      panel.querySelector(`[data-chat-${part}-slot]`).replaceChildren(...told.childNodes);
      told.remove();
    }
    composer.writable = head.dataset.writable === 'true';
    this.accepted(head.dataset.session);
    this.#status = head.dataset.status;
    this.#asPerson = head.dataset.asPerson;
    if (this.#status === 'handoff') this.#watch();
  }

  /* While a person is awaited, what they write is shown as it comes. */
  async #watch() {
    if (this.#watching) return;
    this.#watching = true;
    while (this.#status === 'handoff') {
      await new Promise((resolve) => setTimeout(resolve, WATCH_DELAY));
      await this.#look();
    }
    this.#watching = false;
  }

  /* Nothing is on its way that belongs into the log, and somebody may be looking at it. */
  get #idle() {
    const { memory, composer } = this.#parts;
    const shown = memory.session && this.#loaded === memory.session;
    return shown && memory.open && !document.hidden && !composer.busy;
  }

  async #look() {
    const { server, log, memory } = this.#parts;
    const session = memory.session;
    if (!this.#idle) return;
    try {
      const fragment = await server.news(session, log.seen);
      if (!this.#idle || memory.session !== session) return;
      log.add(fragment);
      if (fragment.querySelector('[data-chat-head]')?.dataset.status === this.#status) return;
      // A menu that is open stays open, as long as nothing has changed.
      this.head(fragment);
      if (this.#status === 'active') log.note('released');
    } catch (failure) {
      // What is gone, or no longer for this user, does not come back; a server that does not answer may.
      if (failure.refused && memory.session === session) this.#status = '';
    }
  }

  #click(event) {
    const data = event.target.closest('button')?.dataset ?? {};
    if ('chatNew' in data) this.open('');
    else if ('chatOpenSession' in data) this.open(data.chatOpenSession);
    else if ('chatEarlier' in data) this.#earlier(data.before);
    else if ('chatAction' in data) this.#act(data.url);
    else if ('chatHandoff' in data) this.#askWhy(data.url);
    else if ('chatReasonCancel' in data) {
      event.target.closest('form').remove();
      this.#parts.composer.focus();
    }
  }

  /* Before a person is asked for, the user may say what for. */
  #askWhy(url) {
    const { panel, log } = this.#parts;
    const fragment = log.clone('reason');
    fragment.querySelector('form').dataset.url = url;
    panel.querySelector('[data-chat-status-slot]').replaceChildren(fragment);
    panel.querySelector('[data-chat-reason-form] input').focus();
  }

  #submit(event) {
    const form = event.target.closest('[data-chat-reason-form]');
    if (!form) return;
    event.preventDefault();
    this.#act(form.dataset.url, { reason: form.elements.reason.value });
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
      this.head(fragment);
      log.show(fragment);
      this.#shown();
      composer.focus();
    } catch (failure) {
      log.complain(failure.text);
    }
  }
}
