// Elements, and code with its colours.

function el(tag, properties, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {}))
    if (value !== undefined && value !== null && value !== false) e.setAttribute(name, value === true ? '' : value);
  e.append(...children.flat(2).filter(c => c !== null && c !== undefined && c !== ''));
  return e;
}

const span = (kind, ...children) => el('span', {class: kind}, ...children);
const badge = (kind, text, title) => el('span', {class: `badge ${kind}`, title}, text);

function card(title, note, ...body) {
  return el('section', {class: 'card'}, el('div', {class: 'card-head'}, el('h3', {}, title), span('', note || '')), body);
}

/** Rows of line numbers and code: one column, or two side by side. */
function codeTable(columns, ...parts) {
  const widths = Array.from({length: columns}, () => [el('col', {class: 'no'}), el('col')]);
  return el('table', {class: columns === 1 ? 'diff one' : 'diff split'}, el('colgroup', {}, widths), parts);
}

const loopWords = /\b(?:def|for|in|seq|par|if|elif|else|assert|pass|and|or)\b/.source;
const cWords = /\b(?:void|const|restrict|static|inline|struct|extern|bool|int|int64_t|float|double|for|if|else|return)\b/.source;
const names = /(?<call>\b\w+(?=\())|(?<name>\b\w+\b)/.source;
const grammar = (...parts) => new RegExp([...parts, names].join('|'), 'g');
const loopTokens = grammar(`(?<key>${loopWords})`, /(?<mem>@ ?\w+)/.source, /(?<num>\b\d+(?:\.\d+)?\b)/.source);
const cTokens = grammar(/(?<com>\/\*.*?(?:\*\/|$)|\/\/.*$|^ \*.*$)/.source, `(?<key>${cWords}|^#\\s*\\w+)`,
                        /(?<num>\b\d[\w.]*\b)/.source);

/** The text as pieces {from, to, kind}; the kind is '' between tokens. */
function tokens(text, kinds) {
  const out = [];
  for (const m of text.matchAll(kinds)) {
    const kind = Object.keys(m.groups).find(g => m.groups[g] !== undefined);
    out.push({from: m.index, to: m.index + m[0].length, kind: kind === 'name' ? '' : `t-${kind}`});
  }
  return out;
}

/** One line of code. marks: [{from, to, kind}] are laid over the tokens. */
function codeLine(text, marks = [], kinds = loopTokens) {
  const indent = text.length - text.trimStart().length;
  const isC = kinds === cTokens;  // two spaces a level; the four of LoopIR are shown at half their width
  const line = el('span', {class: 'line', style: `--d:${indent / (isC ? 2 : 4)}`});
  if (indent) line.append(el('span', {class: isC ? null : 'indent'}, text.slice(0, indent)));
  const pieces = tokens(text, kinds);
  const cuts = new Set([indent, text.length]);
  for (const p of [...pieces, ...marks]) cuts.add(Math.max(p.from, indent)).add(Math.max(p.to, indent));
  const sorted = [...cuts].sort((a, b) => a - b);
  for (let i = 0; i + 1 < sorted.length; i++) {
    const covers = p => p.from <= sorted[i] && sorted[i + 1] <= p.to;
    const classes = joined([...pieces, ...marks].filter(covers).map(p => p.kind), ' ');
    const part = text.slice(sorted[i], sorted[i + 1]);
    line.append(classes ? span(classes, part) : part);
  }
  return line;
}

/** What differs between two lines, by words: marks for the first and for the second. */
function wordChanges(before, after) {
  const token = m => ({text: m[0], from: m.index, to: m.index + m[0].length});
  const split = text => [...text.matchAll(/\w+|\s+|[^\w\s]/g)].map(token);
  const x = split(before), y = split(after);
  const best = Array.from({length: x.length + 1}, () => new Uint16Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      best[i][j] = x[i].text === y[j].text ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
  const removed = [], added = [];
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    if (i < x.length && j < y.length && x[i].text === y[j].text) i++, j++;
    else if (j >= y.length || (i < x.length && best[i + 1][j] >= best[i][j + 1])) mark(removed, x[i++]);
    else mark(added, y[j++]);
  }
  return [removed, added];
}

function mark(marks, token) {
  if (marks.length && last(marks).to === token.from) last(marks).to = token.to;
  else marks.push({from: token.from, to: token.to, kind: 'word'});
}
