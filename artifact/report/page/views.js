// What is shown for a step, for the program as written, for the C, for a refusal.

function title(where, call, summary, badges = []) {
  return el('div', {class: 'title'}, el('p', {class: 'where'}, joined(where, '  ·  ')), el('h2', {}, el('code', {}, call)),
            el('p', {class: 'summary'}, summary), el('p', {class: 'badges'}, badges));
}

/** The marks of a step, in short for the list or spelled out. */
function stepBadges(step, isLong) {
  const count = proofsOf(step).length, proved = `${plural(count, 'obligation')} proved`;
  const say = (kind, short, long) => isLong ? badge(kind, `${short[0]} ${long}`) : badge(kind, short, long);
  return [
    step.unsafe.length ? say('bad', '! unsafe', `${step.unsafe.join(', ')} assumed`) : null,
    count ? say('good', `✓ ${count}`, proved) : step.unsafe.length ? null : say('quiet', '✓', 'nothing to prove'),
    step.reassociates ? say('warn', '≈ sums', 'may change the order of floating-point sums') : null,
  ];
}

const lineName = line => line ? `${data.schedule}:${line}` : '';

function headingOf(n) {
  for (let i = n; i > 0; i--)
    if (data.steps[i - 1].heading) return data.steps[i - 1].heading;
  return '';
}

function stepView(n) {
  const step = data.steps[n - 1];
  const where = [`Step ${n} of ${lastStep}`, lineName(step.line), headingOf(n)];
  const summary = `${step.summary[0].toUpperCase()}${step.summary.slice(1)}.`;
  const registers = registerCard(step.registers, n > 1 ? data.steps[n - 2].registers : data.registers);
  return [title(where, step.call, summary, stepBadges(step, true)), changeCard(n, step),
          el('div', {class: 'columns'}, proofCard(step), el('div', {class: 'stack'}, registers, nestCard(n)))];
}

function listing(lines, kinds, isMarked = () => false) {
  const code = text => el('td', {class: isMarked(text) ? 'code place first' : 'code'}, codeLine(text, [], kinds));
  const rows = lines.map((text, i) => el('tr', {}, el('td', {class: 'no'}, String(i + 1)), code(text)));
  return el('div', {class: 'scroll tall'}, codeTable(1, el('tbody', {}, rows)));
}

function startView() {
  const where = [data.program, data.libraries.length ? `hwlib ${data.libraries.join(', ')}` : ''];
  return [title(where, data.procedure, 'The procedure as written, before any step.'),
          card('Program', '', listing(programLines(0))),
          el('div', {class: 'columns'}, nestCard(0), registerCard(data.registers, []))];
}

function cView() {
  const {source, flags, warnings, error} = data.c, loopLines = programLines(lastStep);
  const head = title(['After all steps', `trace ${data.hash}`], `${data.result}.c`,
                     'The program after the last step, and the C that it becomes.');
  if (error) return [head, errorCard(error, 'No C yet'), card('Program', '', listing(loopLines))];
  const cLines = source.trimEnd().split('\n');
  const note = joined([flags.length ? `needs ${flags.join(' ')}` : '', plural(cLines.length, 'line')]);
  return [head, warnings.map(w => el('p', {class: 'given'}, badge('warn', 'warning'), ` ${w}`)),
          el('div', {class: 'halves'}, card('LoopIR', plural(loopLines.length, 'line'), listing(loopLines)),
             card('C', note, listing(cLines, cTokens)))];
}

function counterexample(c) {
  const values = el('p', {class: 'values'}, c.values.map(v => el('code', {}, `${v.name} = ${v.value}`)));
  return [el('h4', {}, 'Counterexample'), c.values.length ? values : el('p', {}, c.text),
          c.replay ? el('p', {}, c.replay) : null];
}

function errorCard(error, heading) {
  const at = p => p.file ? span('file', `${p.file}:${p.line}:${p.column}`) : null;
  const places = error.places.map(p => el('li', {}, at(p), el('pre', {}, p.text)));
  const part = (name, text) => text ? [el('h4', {}, name), el('p', {}, text)] : null;
  return card(heading, error.code, el('div', {class: 'error'}, el('p', {class: 'message'}, error.message),
    places.length ? el('ul', {}, places) : null, part('Rule', error.rule),
    error.counterexample ? counterexample(error.counterexample) : null, part('Hint', error.hint)));
}

const refusalWord = () => data.refused.error.exit_code === 3 ? 'undecided' : 'refused';

function refusedView() {
  const {error, call, line} = data.refused, lines = programLines(lastStep);
  const isOnly = text => lines.filter(l => l.trim() === text.trim()).length === 1;
  const isMeant = text => error.places.some(p => p.text === text.trim()) && isOnly(text);
  return [title([`After step ${lastStep}`, lineName(line)], call.trim(), 'The schedule ends here.',
                [badge('bad', `✗ ${refusalWord()}: ${error.code}`)]),
          errorCard(error, 'Why'),
          card('Program', 'as it was before this step', listing(lines, loopTokens, isMeant))];
}

function view(n) {
  return n === 0 ? startView() : n <= lastStep ? stepView(n) : data.refused ? refusedView() : cView();
}
