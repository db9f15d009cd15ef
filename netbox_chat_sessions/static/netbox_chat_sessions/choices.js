/* Choices, of a question back or of what a phrase may have meant: picked by click, by number, or with the arrows. */

export class Choices {
  #parts;
  #turns;

  constructor(parts, turns) {
    this.#parts = parts;
    this.#turns = turns;
    parts.composer.onDown(() => this.#enter());
    parts.panel.addEventListener('click', ({ target }) => {
      const choice = target.closest('[data-chat-choice]');
      const reworded = target.closest('[data-chat-reword]')?.dataset;
      if (choice) this.#choose(choice.dataset);
      else if (reworded) parts.composer.edit(reworded.message, reworded.start, reworded.end);
    });
    parts.panel.addEventListener('keydown', (event) => this.#key(event));
  }

  #choose({ objectType, objectId, message, corrects = '', start = '', end = '' }) {
    if (this.#parts.composer.busy) return;
    this.#turns.ask({ message, choice_type: objectType, choice_id: objectId, corrects, start, end });
  }

  /* From the message to the choices that are open; whether there are any. */
  #enter() {
    const groups = [...this.#parts.log.root.querySelectorAll('[data-chat-choices]:has(:enabled)')];
    groups.at(-1)?.querySelector('button:enabled').focus();
    return groups.length > 0;
  }

  #key(event) {
    const group = event.target.closest('[data-chat-choices]');
    if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...group.querySelectorAll('button:enabled')];
    const at = buttons.indexOf(event.target);
    const picked = /^[1-9]$/.test(event.key) && group.querySelectorAll('[data-chat-choice]:enabled')[event.key - 1];
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: -1 }[event.key];
    if (!picked && next === undefined) return;
    event.preventDefault();
    // Escape closes nothing here; it goes back to the message.
    event.stopImmediatePropagation();
    if (picked) picked.click();
    else (buttons[next] ?? this.#parts.composer).focus();
  }
}
