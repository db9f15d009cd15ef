/* Copies an answer; tables with tabs, so that they fit into a sheet. */

const DONE = 1500;

export class Copy {
  constructor({ panel, log }) {
    panel.addEventListener('click', async (event) => {
      const button = event.target.closest('[data-chat-copy]');
      if (!button) return;
      const parts = button.closest('[data-chat-answer]').querySelectorAll('.chat-bubble-body :is(p, table)');
      await written([...parts].map((part) => part.innerText.trim()).join('\n\n'));
      log.announce(button.dataset.done);
      const icon = button.querySelector('.mdi');
      icon.classList.replace('mdi-content-copy', 'mdi-check');
      setTimeout(() => icon.classList.replace('mdi-check', 'mdi-content-copy'), DONE);
    });
  }
}

/* The clipboard is missing where NetBox is served over plain HTTP. */
async function written(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
