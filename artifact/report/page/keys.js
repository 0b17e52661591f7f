// Which step is shown, and how to get to another.

const options = {unified: window.matchMedia('(max-width: 1000px)').matches, fold: true};
let current = 0;

const hashOf = n => n <= lastStep ? `#step=${n}` : data.refused ? '#refused' : '#c';

function fromHash() {
  const m = location.hash.match(/^#step=(\d+)$/);
  if (m) return Math.min(Number(m[1]), lastStep);
  if (/^#(c|refused)$/.test(location.hash) || data.refused) return endView;
  return lastStep ? 1 : 0;
}

function show(n) {
  current = n;
  const list = document.getElementById('steps');
  for (const i of list.querySelectorAll('[aria-selected]')) i.removeAttribute('aria-selected');
  const chosen = document.getElementById(`item-${n}`);
  chosen.setAttribute('aria-selected', 'true');
  chosen.scrollIntoView({block: 'nearest'});
  list.setAttribute('aria-activedescendant', chosen.id);
  const main = document.getElementById('main');
  main.replaceChildren(toolbar(n), ...view(n).flat().filter(Boolean));
  main.scrollTop = 0;
  document.getElementById('announce').textContent = main.querySelector('h2').textContent;
  if (location.hash !== hashOf(n)) history.replaceState(null, '', hashOf(n));
}

function button(text, key, label, action, pressed) {
  const state = pressed === undefined ? null : String(pressed);
  const b = el('button', {type: 'button', 'aria-label': label, title: `${label} (${key})`, 'aria-pressed': state}, text);
  b.addEventListener('click', action);
  return b;
}

function toolbar(n) {
  const forSteps = [button('Unified', 'u', 'One column', () => toggle('unified'), options.unified),
                    button('Fold', 'f', 'Fold unchanged lines', () => toggle('fold'), options.fold)];
  return el('div', {class: 'toolbar', role: 'toolbar', 'aria-label': 'View'}, n > 0 && n <= lastStep ? forSteps : null,
    button('↑', 'k', 'Previous step', () => move(-1)), button('↓', 'j', 'Next step', () => move(1)));
}

function toggle(option) {
  options[option] = !options[option];
  show(current);
}

function move(by) {
  const shown = items().map(i => Number(i.dataset.n));
  const next = by > 0 ? shown.find(n => n > current) : shown.reverse().find(n => n < current);
  if (next !== undefined) show(next);
}

function ends(which) {
  const shown = items();
  if (shown.length) show(Number((which === 'first' ? shown[0] : last(shown)).dataset.n));
}

const keys = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
  g: () => ends('first'), Home: () => ends('first'), G: () => ends('last'), End: () => ends('last'),
  u: () => toggle('unified'), f: () => toggle('fold'),
  PageDown: () => page(1), PageUp: () => page(-1), ' ': () => page(1),
  '/': () => document.getElementById('filter').select(),
  Escape: () => clearFilter(),
};

function page(direction) {
  const main = document.getElementById('main');
  main.scrollBy({top: direction * main.clientHeight * 0.85});
}

function clearFilter() {
  const input = document.getElementById('filter');
  input.value = '';
  filter('');
  document.getElementById('steps').focus();
  document.getElementById(`item-${current}`).scrollIntoView({block: 'nearest'});
}

function leaveFilter() {
  document.getElementById('steps').focus();
  if (items().length && document.getElementById(`item-${current}`).hidden) ends('first');
}

const filterKeys = {Escape: clearFilter, Enter: leaveFilter, ArrowDown: leaveFilter};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(event.target.tagName)) return;
  const action = (event.target.id === 'filter' ? filterKeys : keys)[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function fillHeader() {
  const proofs = data.steps.flatMap(proofsOf), deciders = Object.entries(data.proofs).filter(([, n]) => n);
  const unsafe = data.steps.flatMap(s => s.unsafe), sums = data.steps.filter(s => s.reassociates).length;
  const proved = `${plural(proofs.length, 'obligation')} proved`;
  const how = deciders.length ? ` (${deciders.map(([name, n]) => `${n} ${name}`).join(', ')})` : '';
  const facts = document.getElementById('facts');
  document.getElementById('title').textContent = data.result;
  facts.append(joined([plural(lastStep, 'step'), proved + how, timeText(proofs)]), ' ');
  if (unsafe.length) facts.append(badge('bad', `! ${unsafe.length} assumed`));
  if (sums) facts.append(badge('warn', `≈ ${plural(sums, 'step')} may reorder sums`));
  for (const [what, ...shown] of [['step', 'j', 'k'], ['filter', '/'], ['unified', 'u'], ['fold', 'f']])
    document.getElementById('keys').append(...shown.map(k => el('kbd', {}, k)), ` ${what} `);
}

fillHeader();
fillList();
document.getElementById('filter').addEventListener('input', event => filter(event.target.value));
document.addEventListener('keydown', onKey);
window.addEventListener('hashchange', () => show(fromHash()));
show(fromHash());
document.getElementById('steps').focus({preventScroll: true});
