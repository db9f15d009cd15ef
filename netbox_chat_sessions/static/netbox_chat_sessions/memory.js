/* What outlives a page load, per user: in this tab whether the panel is open, its session and the draft; across tabs
 * the last session. Never an answer, and a question only until the server has it. */

// A question that did not get there is not asked any later than this, in milliseconds.
const KEPT = 300000;

export class Memory {
  #prefix;

  constructor(user) {
    this.#prefix = `netbox-chat:${user}:`;
  }

  get open() {
    return this.#read(sessionStorage, 'open') === '1';
  }

  set open(value) {
    this.#write(sessionStorage, 'open', value ? '1' : '');
  }

  /* The session's ID; empty: a new session. */
  get session() {
    return this.#session ?? '';
  }

  /* The user has never had the chat open in this browser. */
  get unknown() {
    return this.#session === null;
  }

  get #session() {
    return this.#read(sessionStorage, 'session') ?? this.#read(localStorage, 'session');
  }

  set session(id) {
    this.#write(sessionStorage, 'session', id);
    this.#write(localStorage, 'session', id);
  }

  get draft() {
    return this.#read(sessionStorage, 'draft') ?? '';
  }

  set draft(text) {
    this.#write(sessionStorage, 'draft', text);
  }

  /* The turns that were sent, and that the server has not told to have. */
  get kept() {
    const all = JSON.parse(this.#read(sessionStorage, 'sent') || '[]');
    return all.filter(({ at }) => Date.now() - at < KEPT).map(({ turn }) => turn);
  }

  keep(turn) {
    this.#keep([...this.kept, turn]);
  }

  release(id) {
    const kept = this.kept;
    const left = kept.filter((turn) => turn.turn_id !== id);
    if (left.length < kept.length) this.#keep(left);
  }

  #keep(turns) {
    this.#write(sessionStorage, 'sent', JSON.stringify(turns.map((turn) => ({ turn, at: Date.now() }))));
  }

  #read(storage, name) {
    try {
      return storage.getItem(this.#prefix + name);
    } catch {
      return null;
    }
  }

  #write(storage, name, value) {
    try {
      storage.setItem(this.#prefix + name, value);
    } catch {
      // Storage is full or forbidden: the panel works, it only forgets on the next page.
    }
  }
}
