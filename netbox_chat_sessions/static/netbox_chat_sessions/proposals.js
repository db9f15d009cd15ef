/* Cards of proposed changes, in the panel and on the page of a session: their buttons, and how they stand now. */

const CARD = '[data-chat-proposal]';

/* `log`: where new answers appear; one of them may have dropped a change ("never mind"). */
export function watchProposals(server, log) {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-chat-decide]');
    if (button) decide(server, button);
  });
  new MutationObserver((records) => {
    const added = records.flatMap((record) => [...record.addedNodes]);
    if (added.some((node) => node.matches?.('[data-chat-exchange][data-sequence]'))) refresh(server, log);
  }).observe(log, { childList: true, subtree: true });
}

async function decide(server, button) {
  const card = button.closest(CARD);
  // Each proposal is decided once; a second click says nothing new.
  card.querySelectorAll('[data-chat-decide]').forEach((other) => (other.disabled = true));
  try {
    put(card, await server.post(button.dataset.chatDecide))?.focus();
  } catch (failure) {
    card.querySelectorAll('[data-chat-decide]').forEach((other) => (other.disabled = false));
    complain(card, failure.text || card.dataset.failure);
  }
}

/* Cards that still wait, by what the server says; what cannot be asked stays as it is. */
async function refresh(server, log) {
  for (const card of log.querySelectorAll(`${CARD}[data-status="pending"]`)) {
    const fragment = await server.get(card.dataset.url).catch(() => null);
    if (fragment?.querySelector(CARD)?.dataset.status !== 'pending' && card.isConnected) put(card, fragment);
  }
}

function put(card, fragment) {
  const fresh = fragment?.querySelector(CARD);
  if (fresh) card.replaceWith(fresh);
  return fresh;
}

function complain(card, text) {
  let alert = card.querySelector('[role="alert"]');
  if (!alert) {
    alert = document.createElement('div');
    alert.className = 'card-body py-2';
    alert.setAttribute('role', 'alert');
    card.append(alert);
  }
  alert.textContent = text;
}
