// SPDX-License-Identifier: Apache-2.0
// Runs in the page after its own script: presses keys, looks at what is shown, and leaves its findings in an element of that id.
'use strict';
(() => {
  const findings = [];
  const check = (what, holds) => { if (!holds) findings.push(`FAILED ${what}`); };
  const press = (key, target = document.activeElement) =>
    target.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const main = document.getElementById('main');
  const text = selector => [...main.querySelectorAll(selector)].map(e => e.textContent).join('\n');
  const chosen = () => document.querySelector('#steps [aria-selected]').id;
  const visible = () => [...document.querySelectorAll('#steps [role=option]')].filter(i => i.getClientRects().length > 0).length;
  const cardOf = title => [...main.querySelectorAll('.card')].find(c => c.querySelector('h3').textContent === title);

  // The address opens a step.
  check('#step=7 opens step 7', chosen() === 'item-7' && text('h2') === "p = expand_dim(p, 'C_reg', MR // 4, 'it')");
  check('its line and heading', text('.where').includes('neon_8x12.sched:17') && text('.where').includes('figure 8'));
  check('every step is in the list', visible() === 41 + 2);

  // Keys.
  press('j');
  check('j goes on', chosen() === 'item-8' && location.hash === '#step=8');
  press('ArrowDown');
  press('k');
  press('ArrowUp');
  check('arrows and k', chosen() === 'item-7');
  press('g');
  check('g goes to the program as written', chosen() === 'item-0' && text('.code').includes('def ukernel_ref('));
  press('k');
  check('there is nothing before it', chosen() === 'item-0');
  press('G');
  check('G goes to the C', text('h2') === 'uk_8x12.c' && cardOf('C').textContent.includes('vfmaq_n_f32') && cardOf('LoopIR').textContent.includes('neon_vfmla'));
  press('j');
  check('there is nothing after it', text('h2') === 'uk_8x12.c');

  // The filter.
  const filter = document.getElementById('filter');
  const type = words => { filter.value = words; filter.dispatchEvent(new Event('input')); };
  press('/');
  check('/ goes to the filter', document.activeElement === filter);
  type('autofission');
  check('four steps match', visible() === 4 && document.getElementById('count').textContent === '4 matches');
  press('j');
  check('letters are typed there', chosen() === 'item-42');
  press('Enter');
  check('Enter goes to the first match', chosen() === 'item-10' && document.activeElement.id === 'steps');
  press('j');
  check('j stays among the matches', chosen() === 'item-11');
  press('Escape');
  check('Escape shows all again', visible() === 43 && filter.value === '');
  press('/');
  type('reassociates');
  check('no step of this kernel is marked', visible() === 0);
  press('Escape');

  // A step: change, places, proofs.
  press('k');
  const rows = [...main.querySelectorAll('.diff tbody tr')];
  check('four loops are added', rows.filter(r => r.querySelector('.code.added')).length === 4);
  check('the load is moved', text('.code.moved').split('\n').length === 2 && text('.code.moved').includes('C_reg[jt * 4 + jtt, it, itt] = C['));
  check('the gap is marked before and after', main.querySelectorAll('.code.first .tag').length === 4);
  check('where it went', text('.places').includes('line 8 and line 9 → line 7 and line 13'));
  const proofs = cardOf('Obligations').textContent;
  check('rule, statement, verdict, decider', proofs.includes('a dropped loop runs at least once') && proofs.includes('the loop runs at least once') &&
                                             proofs.includes('✓ proved') && proofs.includes('affine'));
  show(16);
  check('changed words are marked', text('.word').includes('['));
  show(15);
  check('the expression is marked', text('.spot').replaceAll('\n', '') === 'Ac[k, itt + 4 * it]A_reg');
  show(30);
  check('what replaced the loop is marked', [...main.querySelectorAll('td:nth-child(4).place')].map(e => e.textContent).join().includes('neon_vfmla_4xf32_4xf32('));
  check('and said', text('.places').includes('line 17 → replaced, by what begins in line 17'));
  show(29);
  check('loops one of which alone adds to an element are swapped without a mark', !text('.badges').includes('floating-point sums'));
  show(3);
  check('the loop outline', cardOf('Loop nest').textContent.includes('it 0 … 2') && cardOf('Loop nest').textContent.includes('1 accumulation'));
  check('no registers yet', cardOf('Registers').textContent.includes('No buffer'));
  show(28);
  check('registers', cardOf('Registers').textContent.includes('29 of 32 allocated, 29 live at once') && main.querySelectorAll('.tiles .live').length === 29 &&
                     main.querySelectorAll('.tiles i').length === 32);

  // Views.
  show(16);
  check('unchanged lines are folded', main.querySelectorAll('.fold').length > 0);
  press('f');
  check('f unfolds them', main.querySelectorAll('.fold').length === 0 && main.querySelectorAll('.split').length === 1);
  press('u');
  check('u shows one column', main.querySelectorAll('.split').length === 0 && main.querySelectorAll('.code.removed').length > 0);
  press('u');
  press('f');
  main.querySelector('.fold button').click();
  check('a fold opens', main.querySelectorAll('.fold').length === 1 || main.querySelectorAll('.fold').length === 0);
  for (let n = 0; n <= 42; n++) show(n);

  // All programs, for the script to compare.
  for (let n = 0; n <= 41; n++) findings.push(`PROGRAM ${n}`, ...programLines(n), 'END');
  findings.push(...window.problems.map(p => `FAILED console: ${p}`), 'driven');
  document.body.append(Object.assign(document.createElement('pre'), {id: 'findings', textContent: findings.join('\n')}));
})();
