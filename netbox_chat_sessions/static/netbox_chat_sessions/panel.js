/* Mounts the chat panel on a NetBox page. The other modules are loaded with this file's version, so that a browser
 * never mixes modules of two releases. */

const version = new URL(import.meta.url).search;
const MODULES = [
  ...['memory', 'server', 'log', 'composer', 'page', 'conversation', 'turns', 'delivery'],
  ...['fragments', 'choices', 'copy', 'sessions', 'asking', 'proposals'],
];
const load = (name) => import(`./${name}.js${version}`);

async function mount(template) {
  const modules = Object.assign({}, ...(await Promise.all(MODULES.map(load))));
  const { Memory, Server, Log, Composer, PageContext, Conversation, Turns } = modules;
  document.body.append(template.content.cloneNode(true));
  const panel = document.getElementById('chat-panel');
  const memory = new Memory(template.dataset.user);
  const log = new Log(panel);
  const composer = new Composer(panel, memory, log);
  const server = new Server(template.dataset);
  const page = new PageContext(panel);
  const parts = { panel, memory, log, composer, page, server };
  const conversation = new Conversation(parts, template.dataset.user);
  const turns = new Turns(parts, conversation, modules.Delivery);
  conversation.onShown(() => turns.resume());
  new modules.Fragments(parts);
  new modules.Choices(parts, turns);
  new modules.Copy(parts);
  panel.addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.key === '.') turns.stop();
    if (!event.ctrlKey || event.key !== '/') return;
    // The slash alone is NetBox's, for its search.
    event.stopPropagation();
    panel.querySelector('[data-chat-keys]').toggleAttribute('open');
  });
  const sessions = new modules.SessionList({ ...parts, conversation });
  const show = wire(panel, memory, composer, conversation, sessions);
  const entry = new modules.EntryPoints({ ...parts, show, conversation, turns });
  const linked = entry.takeLinked();
  if (linked) show(linked);
  else if (memory.open) show();
  modules.watchProposals(server, log.root);
  return () => show() && composer.focus();
}

function wire(panel, memory, composer, conversation, sessions) {
  const toggles = document.querySelectorAll('[data-chat-toggle]');
  let opener = null;

  // Not Bootstrap's own class: on load it would open every shown offcanvas again, with a backdrop over the page.
  const show = (open) => {
    panel.classList.toggle('chat-panel-shown', open);
    document.body.classList.toggle('chat-panel-open', open);
    toggles.forEach((toggle) => toggle.setAttribute('aria-expanded', String(open)));
    memory.open = open;
    sessions.close();
  };
  // With a session, or the one of before.
  const open = (session = null) => {
    show(true);
    return session === null ? conversation.resume() : conversation.open(session);
  };
  const close = () => {
    show(false);
    opener?.focus();
  };

  toggles.forEach((toggle) =>
    toggle.addEventListener('click', () => {
      opener = toggle;
      if (memory.open) {
        close();
      } else {
        open();
        composer.focus();
      }
    }),
  );
  panel.querySelector('[data-chat-close]').addEventListener('click', close);
  panel.addEventListener('keydown', (event) => {
    // A menu inside the panel closes on its own first.
    if (event.key !== 'Escape' || event.isComposing || panel.querySelector('.dropdown-menu.show')) return;
    event.stopPropagation();
    close();
  });
  // The slide is for people who open the panel, not for a panel that was open on the page before.
  requestAnimationFrame(() => panel.classList.add('chat-panel-animated'));
  return open;
}

const template = document.getElementById('netbox-chat');
if (template) {
  // A click before the panel is there opens it then.
  let wanted = false;
  const early = ({ target }) => (wanted ||= target.closest('[data-chat-toggle]'));
  document.addEventListener('click', early);
  mount(template).then((show) => {
    document.removeEventListener('click', early);
    if (wanted) show();
  });
}
