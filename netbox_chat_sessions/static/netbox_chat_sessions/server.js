/* Talks to the panel's views. They answer with HTML that NetBox has rendered and escaped. */

// A starting server takes connections, and answers late.
const LOOK_LIMIT = 8000;

/* The server said no, or did not answer. `text` is for people, empty when nothing was said; `status` is 0 when it
 * could not be reached. */
export class Failure extends Error {
  constructor(status, code = '', text = '') {
    super(text || `HTTP ${status}`);
    this.status = status;
    this.code = code;
    this.text = text;
  }

  /* Asking again would be answered alike. */
  get refused() {
    return this.status >= 400 && this.status < 500;
  }

  get signedOut() {
    return this.code === 'signed_out';
  }
}

export class Server {
  #config;

  constructor(config) {
    this.#config = config;
  }

  /* `session`: `latest` is where the user wrote last. `page`: what suggestions are about, where nothing has been said. */
  transcript(session, { before = '', page = '' } = {}) {
    return this.get(this.#config.transcriptUrl, { session, before, page });
  }

  /* What could be asked about a page. */
  suggestions(page) {
    return this.get(this.#config.suggestionsUrl, { page });
  }

  /* What has been said after a sequence number. */
  news(session, after) {
    return this.get(this.#config.transcriptUrl, { session, after: String(after) });
  }

  /* `words`: only sessions that have them in their title. */
  sessions(current, words = '') {
    return this.get(this.#config.sessionsUrl, { current, q: words });
  }

  /* Send a turn; the exchange at its end. `told`: called with the name and data of all that is told on the way, or with
   * nothing as a sign of life. */
  async stream(turn, told, signal) {
    const url = turn.selected ? this.#config.selectionUrl : this.#config.sendUrl;
    const response = await this.#ask(url, this.#posting(turn, { Accept: 'text/event-stream' }, signal));
    told();
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return fragmentOf(response);
    for await (const { name, data } of eventsOf(response.body, told)) {
      if (name === 'error') throw new Failure(500, data.code, data.text);
      if (name === 'final') return parsed(data.html);
      told(name, data.html === undefined ? data : parsed(data.html));
    }
    throw new Failure(0);
  }

  /* What has become of a turn: the exchange, or nothing while the question is not stored. */
  turn({ turn_id, session }) {
    return this.get(this.#turnUrl(turn_id), { session }, AbortSignal.timeout(LOOK_LIMIT));
  }

  stop({ turn_id }) {
    return this.post(`${this.#turnUrl(turn_id)}stop/`);
  }

  failure(code) {
    return new Failure(0, code);
  }

  post(url, fields = {}) {
    return this.#ask(url, this.#posting(fields)).then(fragmentOf);
  }

  get(url, fields = {}, signal = null) {
    const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
    return this.#ask(`${url}?${query}`, { signal }).then(fragmentOf);
  }

  #turnUrl(turn) {
    return this.#config.turnUrl.replace(/[0-]{36}/, turn);
  }

  #posting(fields, headers = {}, signal = null) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value ?? '');
    return { method: 'POST', body, headers: { 'X-CSRFToken': this.#config.csrf, ...headers }, signal };
  }

  async #ask(url, options) {
    const response = await fetch(url, { credentials: 'same-origin', redirect: 'error', ...options }).catch(unreachable);
    if (response.ok) return response;
    const error = (await fragmentOf(response)).querySelector('[data-chat-error]');
    throw new Failure(response.status, error?.dataset.code, error?.textContent.trim());
  }
}

/* Server-sent events (HTML Living Standard, section 9.2), as far as our own view sends them. */
async function* eventsOf(body, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read().catch(unreachable);
    if (done) return;
    heard();
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (name) yield { name, data: JSON.parse(data) };
    }
  }
}

async function fragmentOf(response) {
  return parsed(await response.text().catch(unreachable));
}

function parsed(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

function unreachable() {
  throw new Failure(0);
}
