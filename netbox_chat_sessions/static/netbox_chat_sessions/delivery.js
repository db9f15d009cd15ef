/* One question on its way: sent and streamed; where the stream is silent, breaks off or was left with another page,
 * the server is asked what has become of it. The turn ID makes sure that nothing runs twice. */

const FIRST_PATIENCE = 2000;
// The server says something every two seconds, unless a proxy keeps it back or the machine was asleep.
const PATIENCE = 5000;
const LONGEST_PAUSE = 5000;
const QUEUE_PAUSE = 3000;
// No turn takes longer.
const LIMIT = 180000;
const RESENDS = 2;
// What passes by itself.
const QUEUES = { turn_in_progress: 'queued', busy: 'busy' };
const STOP_CHECKS = 10;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = () => new Promise(() => {});

export class Delivery {
  #server;
  #turn;
  #hear;
  #posted;
  #stopped;
  #halt;
  #broken = null;
  #heard = 0;
  #patience = 0;

  /* `hear` is called with `accepted`, `stage`, `partial` or `waiting` and what there is to tell. `posted`: the question
   * was sent before, perhaps. */
  constructor(server, turn, hear, posted) {
    this.#server = server;
    this.#turn = turn;
    this.#hear = hear;
    this.#posted = posted;
    this.#stopped = new Promise((_, reject) => {
      this.#halt = () => reject(server.failure('stopped'));
    });
    this.#stopped.catch(() => {});
  }

  /* The exchange once it is answered, or has come to another end; a Failure where there is none. */
  async run() {
    const begun = Date.now();
    for (let resent = 0; ; ) {
      try {
        return await this.#attempt();
      } catch (failure) {
        const queue = QUEUES[failure.code];
        if (queue && Date.now() - begun < LIMIT) {
          this.#hear('waiting', queue);
          await Promise.race([sleep(QUEUE_PAUSE), this.#stopped]);
        } else if (failure.code === 'unknown' && resent < RESENDS) {
          resent += 1;
          this.#posted = false;
        } else {
          throw failure;
        }
      }
    }
  }

  /* Wait no longer, and have the server stop; the exchange, or null where the question never got there. */
  async stop() {
    this.#halt();
    for (let check = 0; check < STOP_CHECKS; check += 1) {
      const fragment = await this.#server.stop(this.#turn);
      if (fragment.querySelector('[data-chat-exchange]')) return fragment;
      await sleep(500);
    }
    return null;
  }

  async #attempt() {
    const done = new AbortController();
    this.#broken = null;
    this.#heard = Date.now();
    this.#patience = this.#posted ? 0 : FIRST_PATIENCE;
    const ways = [this.#stopped, this.#watch(done.signal)];
    if (!this.#posted) ways.push(this.#post(done.signal));
    return Promise.race(ways).finally(() => done.abort());
  }

  async #post(signal) {
    try {
      return await this.#server.stream(this.#turn, (name, data) => this.#told(name, data), signal);
    } catch (failure) {
      if (signal.aborted) return never();
      // What the server itself says is the end of it. A connection that broke may have left a turn running.
      if (failure.code || failure.refused) throw failure;
      this.#broken = failure;
      this.#patience = 0;
      return never();
    }
  }

  #told(name, data) {
    this.#heard = Date.now();
    if (name === 'accepted') this.#accepted(data.session, PATIENCE);
    else if (name) this.#hear(name, data);
  }

  #accepted(session, patience = this.#patience) {
    this.#patience = patience;
    this.#posted = true;
    this.#turn.session = String(session);
    this.#hear('accepted');
  }

  /* Looks what has become of the turn whenever nothing has been heard for too long. */
  async #watch(signal) {
    let reached = Date.now();
    for (let look = this.#posted ? 0 : 1; ; look += 1) {
      await sleep(Math.min(look * 1000, LONGEST_PAUSE));
      if (signal.aborted) return never();
      if (Date.now() - this.#heard < this.#patience) continue;
      try {
        const fragment = await this.#server.turn(this.#turn);
        if (signal.aborted) return never();
        reached = Date.now();
        const exchange = fragment.querySelector('[data-chat-exchange]');
        if (exchange && !exchange.querySelector('[data-chat-unanswered]')) return fragment;
        if (exchange) {
          this.#accepted(fragment.querySelector('[data-chat-head]').dataset.session);
          this.#hear('partial', fragment);
        } else if (this.#broken?.status) {
          throw this.#broken;
        } else if (this.#broken || this.#posted) {
          throw this.#server.failure('unknown');
        }
      } catch (failure) {
        if (failure.code || failure.refused || failure === this.#broken) throw failure;
        if (Date.now() - reached > LIMIT) throw failure;
        this.#hear('waiting', 'unreachable');
      }
    }
  }
}
