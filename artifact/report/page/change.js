// The change of a step: the program before and after.

/** Names the kind of each row: same, removed, added, changed, shifted (only its indentation), moved. */
function classified(rows, n) {
  const removed = new Map();
  for (const row of rows)
    if (row.kind === '-') {
      const text = textAt(n - 1, row.before).trim();
      removed.set(text, [...(removed.get(text) || []), row]);
    }
  const names = {'=': 'same', '-': 'removed', '+': 'added', '~': 'changed'};
  for (const row of rows) row.name = names[row.kind];
  for (const row of rows) {
    if (row.kind === '~' && textAt(n - 1, row.before).trim() === textAt(n, row.after).trim()) row.name = 'shifted';
    if (row.kind !== '+') continue;
    const from = (removed.get(textAt(n, row.after).trim()) || []).shift();
    if (from) row.name = from.name = 'moved';
  }
  return rows;
}

/** Where a place is after the step; for one that the step replaced, the lines that stand there now. */
function became(place, rows) {
  if (place.after.length || !place.before.length) return place.after;
  const [first] = place.before[0], [start, count] = last(place.before);
  let from = rows.findIndex(r => r.before === first), to = rows.findIndex(r => r.before === start + count - 1);
  while (from > 0 && rows[from - 1].before === null) from--;
  while (to + 1 < rows.length && rows[to + 1].before === null) to++;
  const lines = rows.slice(from, to + 1).filter(r => r.after !== null && r.name !== 'same').map(r => r.after);
  return lines.length ? [[lines[0], last(lines) - lines[0] + 1]] : [];
}

/** For each line of the side: the place that covers it, and marks in it. */
function placesBy(places, side) {
  const lines = new Map();
  for (const place of places)
    for (const [first, count, from, to] of place[side])
      for (let line = first; line < first + count; line++) {
        const known = lines.get(line) || {marks: []};
        if (line === first) known.label = place.argument;
        if (to) known.marks.push({from, to, kind: 'spot'});
        lines.set(line, known);
      }
  return lines;
}

const signs = {
  before: {removed: '−', changed: '~', moved: '↕', shifted: '›'},
  after: {added: '+', changed: '~', moved: '↕', shifted: '›'},
};

/** Number and code of one side of a row. `name` is what the line is shown as. */
function cells(n, row, side, places, marks = [], name = row.name) {
  const line = row[side];
  if (line === null) return [el('td', {class: 'no'}), el('td', {class: 'code none'})];
  const place = places[side].get(line) || {marks: []};
  const text = textAt(side === 'before' ? n - 1 : n, line);
  const classes = joined(['code', name, places[side].has(line) && 'place', place.label && 'first'], ' ');
  return [
    el('td', {class: `no ${name}`}, span('sign', signs[side][name] || ''), String(line + 1)),
    el('td', {class: classes}, codeLine(text, [...marks, ...place.marks]), place.label ? span('tag', place.label) : null),
  ];
}

const changesIn = (n, row) =>
  row.name === 'changed' ? wordChanges(textAt(n - 1, row.before), textAt(n, row.after)) : [[], []];

/** Before and after in one row. */
function pairRow(n, row, places) {
  const [removed, added] = changesIn(n, row);
  return [el('tr', {}, cells(n, row, 'before', places, removed), cells(n, row, 'after', places, added))];
}

/** What was removed, then what took its place. */
function singleRows(n, row, places) {
  const [removed, added] = changesIn(n, row), changes = row.before !== null && row.after !== null;
  const out = [];
  if (row.before !== null && !['same', 'shifted'].includes(row.name))
    out.push(el('tr', {}, cells(n, row, 'before', places, removed, changes ? 'removed' : row.name)));
  if (row.after !== null)
    out.push(el('tr', {}, cells(n, row, 'after', places, added, row.name === 'changed' ? 'added' : row.name)));
  return out;
}

const context = 3;
/** Rows to show: unchanged ones far from any change and from any place's first line become {hidden: rows}. */
function folded(rows, isKept) {
  const keep = rows.map(() => false);
  rows.forEach((row, i) => {
    if (row.name === 'same' && !isKept(row)) return;
    for (let k = Math.max(0, i - context); k <= Math.min(rows.length - 1, i + context); k++) keep[k] = true;
  });
  const out = [];
  rows.forEach((row, i) => {
    if (keep[i]) out.push(row);
    else if (out.length && last(out).hidden) last(out).hidden.push(row);
    else out.push({hidden: [row]});
  });
  return out.flatMap(row => row.hidden && row.hidden.length < 4 ? row.hidden : [row]);
}

function changeTable(n, rows, places) {
  const columns = options.unified ? 1 : 2;
  const lines = row => (options.unified ? singleRows : pairRow)(n, row, places);
  const isKept = row => ['before', 'after'].some(side => (places[side].get(row[side]) || {}).label);
  const shown = options.fold ? folded(rows, isKept) : rows;
  const body = shown.flatMap(row => row.hidden ? [fold(row.hidden, 2 * columns, lines)] : lines(row));
  const heading = text => el('th', {colspan: 2, scope: 'col'}, text);
  const head = options.unified ? null : el('thead', {}, el('tr', {}, heading('Before'), heading('After')));
  return codeTable(columns, head, el('tbody', {}, body));
}

function fold(hidden, width, lines) {
  const button = el('button', {type: 'button'}, `${hidden.length} unchanged lines`);
  const row = el('tr', {class: 'fold'}, el('td', {colspan: width}, button));
  button.addEventListener('click', () => row.replaceWith(...hidden.flatMap(lines)));
  return row;
}

function changeCard(n, step) {
  const rows = classified(rowsOf(step), n);
  const count = name => rows.filter(r => r.name === name).length;
  const counts = [[count('removed'), 'removed'], [count('added'), 'added'], [count('changed'), 'changed'],
                  [count('moved') / 2, 'moved'], [count('shifted'), 'indented otherwise']];
  const note = joined(counts.map(([c, word]) => c && `${c} ${word}`)) || 'the program stays as it is';
  const places = step.places.map(p => ({...p, after: became(p, rows), stays: p.after.length > 0}));
  const bySide = {before: placesBy(places, 'before'), after: placesBy(places, 'after')};
  return card('Program', note, el('div', {class: 'scroll'}, changeTable(n, rows, bySide)), placeList(places));
}

function linesText(spans) {
  if (spans.length > 2) return `lines ${spans[0][0] + 1} … ${last(spans)[0] + 1}`;
  return spans.map(s => `line ${s[0] + 1}`).join(' and ');
}

function placeList(places) {
  if (!places.length) return null;
  const now = p => p.stays ? linesText(p.after)
                 : p.after.length ? `replaced, by what begins in ${linesText(p.after)}` : 'removed';
  const item = p => el('li', {}, span('tag', p.argument), el('code', {}, p.text), ` ${linesText(p.before)} → ${now(p)}`);
  return el('ul', {class: 'places'}, places.map(item));
}
