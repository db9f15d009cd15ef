/* The questions that are on their way, in whatever session: shown while they are answered, stopped, asked again. */

const TICK = 1000;
const SLOW = 10;
const REFUSALS = ['invalid', 'not_waiting', 'permission_denied', 'signed_out', 'session_ended'];

export class Turns {
  #parts;
  #conversation;
  #Delivery;
  #underWay = new Map();
  #sent = new Map();

  constructor(parts, conversation, Delivery) {
    this.#parts = parts;
    this.#conversation = conversation;
    this.#Delivery = Delivery;
    parts.composer.onSubmit((message) => this.ask({ message }));
    parts.panel.addEventListener('click', ({ target }) => this.#click(target));
    setInterval(() => this.#underWay.forEach((way) => this.#paint(way)), TICK);
  }

  /* Ask in the session that is shown; `fields` holds the message, and what else belongs to the turn. */
  async ask(fields) {
    const { composer, memory, page, log } = this.#parts;
    composer.busy = true;
    // What was said before must be there first; it would take the place of the question.
    await this.#conversation.ready;
    const as_person = this.#conversation.asPerson;
    const turn = { page: page.path, ...fields, turn_id: turnId(), session: memory.session, as_person };
    memory.keep(turn);
    log.ask(turn.message, turn.turn_id);
    this.#deliver(turn);
  }

  /* A session has been shown: what is still on its way there is shown as well, and awaited. */
  resume() {
    const { log, memory } = this.#parts;
    const { session } = memory;
    for (const exchange of log.unanswered) {
      const { turn, query } = exchange.dataset;
      const { seconds } = exchange.querySelector('[data-chat-unanswered]').dataset;
      if (!this.#underWay.has(turn)) this.#deliver({ turn_id: turn, session, message: query }, true, seconds);
    }
    for (const turn of [...[...this.#underWay.values()].map((way) => way.turn), ...memory.kept]) {
      if (turn.session !== session || this.#sent.get(turn.turn_id)?.failed) continue;
      if (log.exchange(turn.turn_id)) memory.release(turn.turn_id);
      else log.ask(turn.message, turn.turn_id);
      if (!this.#underWay.has(turn.turn_id)) this.#deliver(turn, true);
    }
    this.#underWay.forEach((way) => this.#paint(way));
    this.#busy();
  }

  /* Stop the answer that is awaited here. */
  async stop(way = [...this.#underWay.values()].find(({ turn }) => this.#parts.log.exchange(turn.turn_id))) {
    if (!way) return;
    const { log, memory } = this.#parts;
    const { turn } = way;
    log.stopping(turn.turn_id);
    const fragment = await way.delivery.stop().catch(() => null);
    memory.release(turn.turn_id);
    if (fragment) this.#arrived(turn, fragment);
    else log.failed(turn.turn_id, '', () => this.#again(turn));
  }

  async #deliver(turn, posted = false, seconds = 0) {
    const way = { turn, stage: '', waiting: '', begun: Date.now() - seconds * 1000 };
    way.delivery = new this.#Delivery(this.#parts.server, turn, (name, told) => this.#heard(way, name, told), posted);
    this.#underWay.set(turn.turn_id, way);
    this.#sent.set(turn.turn_id, { turn });
    this.#busy();
    const fragment = await way.delivery.run().catch((failure) => this.#failed(turn, failure));
    this.#underWay.delete(turn.turn_id);
    this.#busy();
    if (fragment) this.#arrived(turn, fragment);
    if (this.#parts.log.exchange(turn.turn_id)) this.#parts.composer.focusUnlessElsewhere();
  }

  #heard(way, name, told) {
    const { log, memory } = this.#parts;
    const { turn_id, session } = way.turn;
    way.waiting = name === 'waiting' ? told : '';
    if (name === 'stage') way.stage = told.text;
    if (name === 'partial') log.partial(turn_id, told);
    if (name === 'accepted') {
      memory.release(turn_id);
      if (this.#shown(turn_id)) this.#conversation.accepted(session);
    }
    this.#paint(way);
  }

  #arrived(turn, fragment) {
    const { log, memory } = this.#parts;
    memory.release(turn.turn_id);
    turn.session = fragment.querySelector('[data-chat-head]').dataset.session;
    const shown = this.#shown(turn.turn_id);
    if (shown) {
      this.#conversation.head(fragment);
      log.answered(shown, fragment);
    }
    this.#conversation.answered(turn.session, Boolean(shown));
  }

  #failed(turn, { code, text }) {
    const { log, composer, memory } = this.#parts;
    if (code === 'stopped') return;
    const final = REFUSALS.includes(code);
    const ended = code === 'session_ended';
    if (final) memory.release(turn.turn_id);
    this.#sent.get(turn.turn_id).failed = true;
    log.failed(turn.turn_id, text, final ? null : () => this.#again(turn), ended);
    if (ended && log.exchange(turn.turn_id)) composer.restore(turn.message);
  }

  /* The exchange of a turn, unless another session is about to take its place. */
  #shown(id) {
    return this.#conversation.settled ? this.#parts.log.exchange(id) : null;
  }

  #again(turn) {
    this.#parts.log.wait(turn.turn_id);
    this.#deliver(turn);
  }

  /* What others have asked keeps nobody from writing. */
  #busy() {
    const { composer, log } = this.#parts;
    composer.busy = [...this.#underWay.keys()].some((id) => log.exchange(id)?.dataset.query);
  }

  #paint({ turn, stage, waiting, begun }) {
    const pending = this.#parts.log.exchange(turn.turn_id)?.querySelector('[data-chat-unanswered]');
    if (!pending) return;
    if (stage) pending.querySelector('[data-chat-stage]').textContent = stage;
    const seconds = Math.round((Date.now() - begun) / 1000);
    const slow = pending.querySelector('[data-chat-slow]');
    const wasHidden = slow.hidden;
    slow.hidden = !waiting && seconds < SLOW;
    slow.textContent = pending.dataset[waiting || 'slow'].replace('{seconds}', seconds);
    if (wasHidden && !slow.hidden) pending.scrollIntoView({ block: 'nearest' });
  }

  #click(target) {
    const button = target.closest('[data-chat-stop], [data-chat-retry-turn], [data-chat-suggestion]');
    if (!button) return;
    const { message, page, chatStop } = button.dataset;
    const { turn, query, stopped } = button.closest('[data-chat-exchange]')?.dataset ?? {};
    if (chatStop !== undefined) {
      this.stop(this.#underWay.get(turn));
    } else if (!this.#parts.composer.busy) {
      // What is suggested is asked about the page it was made for, or about none.
      if (message) this.ask({ message, page });
      else this.#retry(turn, query, stopped !== undefined);
    }
  }

  /* What was stopped stays as it is, and is asked anew; what got lost goes on under its turn ID. */
  #retry(id, message, stopped) {
    const { memory, page } = this.#parts;
    const turn = this.#sent.get(id)?.turn ?? { message, page: page.path };
    if (stopped) this.ask({ ...turn });
    else this.#again({ ...turn, turn_id: id, session: memory.session });
  }
}

/* `crypto.randomUUID` is missing where NetBox is served over plain HTTP; the addresses of blobs end with such an ID. */
function turnId() {
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}
