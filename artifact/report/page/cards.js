// What was proved; registers; loops.

/** Proofs that say the same and were decided alike, once, with how often. */
function grouped(proofs) {
  const out = new Map();
  for (const p of proofs) {
    const key = JSON.stringify([p.statement, p.decided_by, p.way]);
    const group = out.get(key) || {...p, proofs: []};
    group.proofs.push(p);
    out.set(key, group);
  }
  return [...out.values()];
}

const deciders = {
  affine: 'affine reasoning of Tessera itself',
  z3: 'the Z3 solver',
  memo: 'the same question was answered before',
  'disk memo': 'Z3 answered the same question in an earlier run',
};

function proofRow(group) {
  return el('tr', {},
    el('td', {}, group.statement, group.way ? span('way', group.way) : null,
       group.proofs.length > 1 ? span('times', `×${group.proofs.length}`) : null),
    el('td', {}, badge('good', '✓ proved')),
    el('td', {}, el('span', {class: `decider ${group.decided_by}`, title: deciders[group.decided_by]}, group.decided_by)),
    el('td', {class: 'time'}, timeText(group.proofs)));
}

function conditionRows(c) {
  const rule = el('th', {scope: 'rowgroup', colspan: 4}, span('id', c.id), c.rule);
  return el('tbody', {}, el('tr', {class: 'rule'}, rule), grouped(c.proofs).map(proofRow));
}

function shapeList(step) {
  if (!step.shape.length) return null;
  const conditions = step.shape.map(c => el('li', {}, span('id', c.id), c.rule));
  return el('details', {class: 'shape'}, el('summary', {}, `Form: ${plural(step.shape.length, 'condition')} met`),
            el('ul', {}, conditions));
}

function proofTable(step) {
  const heads = ['Statement', 'Verdict', 'Decided by', 'Time'].map(t => el('th', {scope: 'col'}, t));
  return el('table', {class: 'proofs'}, el('thead', {}, el('tr', {}, heads)), step.conditions.map(conditionRows));
}

function proofCard(step) {
  const proofs = proofsOf(step), time = timeText(proofs);
  const note = proofs.length ? joined([`${proofs.length} proved`, time && `in ${time}`], ' ') : '';
  const assumed = step.unsafe.map(id => el('p', {}, badge('bad', '! assumed'), ` ${id}`));
  const none = el('p', {class: 'quiet'}, 'No question was left to a solver: the form of the program settles it.');
  return card('Obligations', note, assumed, proofs.length ? proofTable(step) : step.unsafe.length ? null : none,
              shapeList(step));
}

const mostTiles = 256;

/** One tile per register: in use, only allocated, free, or more than there are. */
function tiles(use) {
  const limit = use.registers || 0, shown = Math.max(limit, use.allocated);
  const kind = i => limit && i >= limit ? 'over' : i < use.live ? 'live' : i < use.allocated ? 'allocated' : 'free';
  return shown > mostTiles ? [] : Array.from({length: shown}, (_, i) => el('i', {class: kind(i)}));
}

function registerGauge(use, before) {
  const limit = use.registers ? ` of ${use.registers}` : '', delta = use.allocated - (before ? before.allocated : 0);
  const text = `${use.exact ? '' : 'at least '}${use.allocated}${limit} allocated, ${use.live} live at once`;
  return el('div', {class: 'gauge'},
    el('p', {}, el('b', {}, use.memory), ' ', span(limit && use.allocated > use.registers ? 'bad-text' : '', text),
       delta ? span('delta', `${delta > 0 ? '+' : '−'}${Math.abs(delta)}`) : null),
    el('div', {class: 'tiles', role: 'img', 'aria-label': text}, tiles(use)));
}

function registerCard(uses, before) {
  const gauges = uses.map(u => registerGauge(u, before.find(b => b.memory === u.memory)));
  const none = el('p', {class: 'quiet'}, 'No buffer lies in a register memory.');
  return card('Registers', '', gauges.length ? gauges : none);
}

/** The tree of loops and branches. Statements stand in it as {leaf, count}: neighbours that do the same are one. */
function nest(lines) {
  const root = {items: [], depth: -1};
  const stack = [root];
  for (const text of lines) {
    if (!text.trim() || /^\s*(assert|pass)\b/.test(text)) continue;
    const depth = (text.length - text.trimStart().length) / 4;
    while (last(stack).depth >= depth) stack.pop();
    const items = last(stack).items;
    if (text.endsWith(':')) {
      const node = {text: text.trim(), items: [], depth};
      items.push(node);
      stack.push(node);
    } else {
      addLeaf(items, text.trim());
    }
  }
  return root;
}

function addLeaf(items, text) {
  const call = text.match(/^(\w+)\(/);
  const leaf = call ? call[1] : / \+= /.test(text) ? 'accumulation' : / = /.test(text) ? 'assignment' : '';
  if (items.length && last(items).leaf === leaf) last(items).count++;
  else if (leaf) items.push({leaf, count: 1, isCall: Boolean(call)});
}

function leafText({leaf, count, isCall}) {
  return isCall ? `${count > 1 ? `${count} × ` : ''}${leaf}` : plural(count, leaf);
}

function nestLabel(text) {
  const loop = text.match(/^for (\w+) in (seq|par)\((.*), (.*?)\):$/), head = text.match(/^def (\w+)/);
  const par = loop && loop[2] === 'par' ? badge('quiet', 'par') : null;
  if (loop) return [el('b', {}, loop[1]), span('range', ` ${loop[3]} … ${loop[4]} `), par];
  return head ? [el('b', {}, head[1])] : [el('span', {}, text.replace(/:$/, ''))];
}

function nestItem(item, level) {
  if (item.leaf) return el('li', {class: 'leaf'}, leafText(item));
  if (!item.items.length) return el('li', {class: 'loop'}, nestLabel(item.text));
  const below = el('ul', {}, item.items.map(i => nestItem(i, level + 1)));
  return el('li', {}, el('details', {open: level < 10}, el('summary', {}, nestLabel(item.text)), below));
}

function nestCard(n) {
  return card('Loop nest', '', el('ul', {class: 'nest'}, nest(programLines(n)).items.map(i => nestItem(i, 0))));
}
