/* Cards of proposed changes: one may have been dropped by what was said later ("never mind"). */

const CARD = '[data-chat-proposal]';

/* `log`: where new answers appear. */
export function watchProposals(server, log) {
  new MutationObserver((records) => {
    const added = records.flatMap((record) => [...record.addedNodes]);
    if (added.some((node) => node.matches?.('[data-chat-exchange][data-sequence]'))) refresh(server, log);
  }).observe(log, { childList: true, subtree: true });
}

/* What cannot be asked stays as it is. */
async function refresh(server, log) {
  for (const card of log.querySelectorAll(`${CARD}[data-status="pending"]`)) {
    const fragment = await server.get(card.dataset.url).catch(() => null);
    const fresh = fragment?.querySelector(CARD);
    if (fresh && fresh.dataset.status !== 'pending') card.replaceWith(fresh);
  }
}
