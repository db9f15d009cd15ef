/* Talks to the panel's views. They answer with HTML that NetBox has rendered and escaped. */

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

  /* `page`: what suggestions should be about, where nothing has been said yet. */
  transcript(session, { before = '', page = '' } = {}) {
    return this.#get(this.#config.transcriptUrl, { session, before, page });
  }

  /* The session in which the user wrote last, on whatever device. */
  latest(page) {
    return this.#get(this.#config.transcriptUrl, { session: 'latest', page });
  }

  /* What could be asked about a page. */
  suggestions(page) {
    return this.#get(this.#config.suggestionsUrl, { page });
  }

  /* What has been said after a sequence number. */
  news(session, after) {
    return this.#get(this.#config.transcriptUrl, { session, after: String(after) });
  }

  /* `words`: only sessions that have them in their title. */
  sessions(current, words = '') {
    return this.#get(this.#config.sessionsUrl, { current, q: words });
  }

  send(turn) {
    return this.post(turn.selected ? this.#config.selectionUrl : this.#config.sendUrl, turn);
  }

  post(url, fields = {}) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value ?? '');
    return this.#fetch(url, { method: 'POST', body, headers: { 'X-CSRFToken': this.#config.csrf } });
  }

  #get(url, fields) {
    const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
    return this.#fetch(`${url}?${query}`, {});
  }

  async #fetch(url, options) {
    let response;
    try {
      response = await fetch(url, { credentials: 'same-origin', redirect: 'error', ...options });
    } catch {
      throw new Failure(0);
    }
    const template = document.createElement('template');
    template.innerHTML = await response.text();
    const fragment = template.content;
    if (response.ok) return fragment;
    const error = fragment.querySelector('[data-chat-error]');
    throw new Failure(response.status, error?.dataset.code, error?.textContent.trim());
  }
}
