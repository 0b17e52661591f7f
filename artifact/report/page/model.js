'use strict';

// The data of the page, and what follows from it.

const data = JSON.parse(document.getElementById('data').textContent);
const lastStep = data.steps.length;
const endView = lastStep + 1;  // the C, or the refusal

const programs = [data.first];
/** Line numbers into data.lines of the program after n steps. */
function program(n) {
  for (let i = programs.length; i <= n; i++) programs.push(applied(programs[i - 1], data.steps[i - 1].diff));
  return programs[n];
}

function applied(before, runs) {
  const out = [];
  let at = 0;
  for (const [kind, ...rest] of runs) {
    if (kind === '=') out.push(...before.slice(at, at + rest[0]));
    if (kind === '+' || kind === '~') out.push(...rest);
    at += kind === '=' || kind === '-' ? rest[0] : kind === '~' ? rest.length : 0;
  }
  return out;
}

/** Rows {kind, before, after} of a step; before and after are line numbers of the listings, or null. */
function rowsOf(step) {
  const rows = [];
  let before = 0, after = 0;
  for (const [kind, ...rest] of step.diff) {
    const count = kind === '=' || kind === '-' ? rest[0] : rest.length;
    for (let i = 0; i < count; i++)
      rows.push({kind, before: kind === '+' ? null : before++, after: kind === '-' ? null : after++});
  }
  return rows;
}

const textAt = (n, line) => data.lines[program(n)[line]];
const proofsOf = step => step.conditions.flatMap(c => c.proofs);
const programLines = n => program(n).map(id => data.lines[id]);

/** How long proofs took together, as text; empty without times. */
function timeText(proofs) {
  if (proofs.every(p => p.milliseconds === undefined)) return '';
  const ms = proofs.reduce((sum, p) => sum + p.milliseconds, 0);
  if (ms < 0.01) return '<0.01 ms';
  return ms < 1000 ? `${ms.toFixed(ms < 10 ? 2 : 0)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

const plural = (n, word, words = `${word}s`) => `${n} ${n === 1 ? word : words}`;
const joined = (parts, separator = ' · ') => parts.filter(Boolean).join(separator);
const last = list => list[list.length - 1];
