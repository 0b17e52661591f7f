// The list of steps and its filter.

/** "p = divide_loop(p, 'i', 4)" as ["divide_loop", "'i', 4"]. */
function shortCall(call) {
  const m = call.replace(/\s+/g, ' ').match(/^(?:[\w, ]+ = )?(?:\w+\.)?(\w+)\((.*)\)$/);
  return m ? [m[1], m[2].replace(/^p(?:, |$)/, '')] : [call, ''];
}

function item(n, number, [name, args], detail, words) {
  const full = args ? `${name}(${args})` : name;
  const call = el('span', {class: 'call', title: full}, el('b', {}, name), args ? ` ${args}` : '');
  return el('li', {role: 'option', id: `item-${n}`, 'data-n': n, 'data-words': words.join(' ').toLowerCase()},
            span('number', number), call, span('detail', detail));
}

function stepItem(step, n) {
  const proofs = proofsOf(step);
  const words = [step.call, headingOf(n), ...step.conditions.map(c => `${step.primitive}.${c.id}`),
                 ...new Set(proofs.map(p => p.decided_by)), step.reassociates ? 'reassociates sums' : '',
                 step.unsafe.length ? 'unsafe' : ''];
  const detail = [stepBadges(step), span('time', timeText(proofs)), span('at', step.line ? `line ${step.line}` : '')];
  return item(n, String(n), shortCall(step.call), detail, words);
}

function endItem() {
  if (!data.refused) {
    const detail = data.c.error ? badge('warn', 'not yet') : 'beside its LoopIR';
    return item(endView, 'C', [`${data.result}.c`, ''], [detail], ['c code']);
  }
  const detail = [badge('bad', `✗ ${refusalWord()}`), span('at', `line ${data.refused.line}`)];
  return item(endView, '✗', shortCall(data.refused.call.trim()), detail, ['refused', data.refused.call]);
}

function fillList() {
  const list = document.getElementById('steps');
  list.append(item(0, '0', [data.procedure, ''], ['as written'], [data.procedure]));
  data.steps.forEach((step, i) => {
    if (step.heading) list.append(el('li', {class: 'heading', role: 'presentation'}, step.heading));
    list.append(stepItem(step, i + 1));
  });
  list.append(endItem());
  list.addEventListener('click', event => {
    const target = event.target.closest('[data-n]');
    if (target) show(Number(target.dataset.n));
  });
}

const allItems = () => [...document.querySelectorAll('#steps [data-n]')];
const items = () => allItems().filter(i => !i.hidden);

function filter(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const i of allItems()) i.hidden = !words.every(w => i.dataset.words.includes(w));
  for (const h of document.querySelectorAll('#steps .heading')) h.hidden = words.length > 0;
  document.getElementById('count').textContent = words.length ? plural(items().length, 'match', 'matches') : '';
}
