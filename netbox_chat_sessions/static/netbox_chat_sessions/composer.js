/* Where a message is written: keys, height, draft and recall. */

export class Composer {
  #form;
  #closed;
  #input;
  #button;
  #memory;
  #log;
  #recalled = 0;
  #submitted = null;
  #down = null;

  constructor(panel, memory, log) {
    this.#form = panel.querySelector('[data-chat-composer]');
    this.#closed = panel.querySelector('[data-chat-closed]');
    this.#input = panel.querySelector('[data-chat-message]');
    this.#button = panel.querySelector('[data-chat-send]');
    this.#memory = memory;
    this.#log = log;
    this.#input.value = memory.draft;
    this.#input.addEventListener('input', () => {
      this.#recalled = 0;
      this.#changed();
    });
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#changed();
  }

  /* `callback` is called when somebody goes down from an empty field; whether there is anything. */
  onDown(callback) {
    this.#down = callback;
  }

  onSubmit(callback) {
    this.#submitted = callback;
  }

  set busy(value) {
    this.#button.disabled = value;
  }

  get busy() {
    return this.#button.disabled;
  }

  set writable(value) {
    this.#form.hidden = !value;
    this.#closed.hidden = value;
  }

  /* Give back what could not be sent, unless something else has been written. */
  restore(text) {
    if (!this.#input.value) this.#write(text);
  }

  /* Give a text to be changed, with a part of it selected. */
  edit(text, start, end) {
    this.#write(text);
    this.focus();
    this.#input.setSelectionRange(start, end);
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /* Take the focus when an answer has come, unless somebody is about something else. */
  focusUnlessElsewhere() {
    const active = document.activeElement;
    if (!active || active === document.body || active.disabled || active.closest('[data-chat-log]')) this.focus();
  }

  #submit() {
    const text = this.#input.value.trim();
    if (!text || this.busy) return;
    this.#write('');
    this.#submitted(text);
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter' && this.#sends(event)) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === 'ArrowUp' && (this.#input.value === '' || this.#recalled > 0)) {
      this.#recall(event, this.#recalled + 1);
    } else if (event.key === 'ArrowDown' && this.#recalled > 0) {
      this.#recall(event, this.#recalled - 1);
    } else if (event.key === 'ArrowDown' && this.#input.value === '' && this.#down?.()) {
      event.preventDefault();
    }
  }

  /* Enter alone, or with Ctrl or Cmd for those who want lines by it. */
  #sends({ shiftKey, altKey, ctrlKey, metaKey }) {
    const alone = !ctrlKey && !metaKey;
    return !shiftKey && !altKey && alone === (this.#form.dataset.enter === 'send');
  }

  #recall(event, position) {
    const questions = this.#log.questions;
    if (position > questions.length) return;
    event.preventDefault();
    this.#write(position ? questions.at(-position) : '');
    this.#recalled = position;
  }

  #write(text) {
    this.#recalled = 0;
    this.#input.value = text;
    this.#changed();
  }

  #changed() {
    this.#memory.draft = this.#input.value;
    this.#input.style.height = 'auto';
    if (this.#input.value) this.#input.style.height = `${this.#input.scrollHeight + 2}px`;
  }
}
