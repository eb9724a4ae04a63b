import assert from 'node:assert/strict';
import type { Headline, RunView } from '@fairtrial/contracts';
import { it } from 'node:test';
import { headlineOf, printHeadline } from './print-headline.ts';
import { exampleTerminal } from '../testing/example-terminal.ts';

const HEADLINE: Headline = {
  result: 'regressed',
  status: 'fail',
  exit_code: 1,
  basis: 'judge',
  title: 'overall 0.990 → 0.698',
  why: '9 scenarios: 2 regressed.',
  next: 'Read the replies.',
};

function printed(headline: Headline): readonly string[] {
  const terminal = exampleTerminal();
  printHeadline(headline, terminal);
  return terminal.output.stdout.join('').split('\n');
}

it('headline shows label, basis and numbers, then the reasons, then the next step', () => {
  assert.deepEqual(printed(HEADLINE), [
    '▼ regressed, by the judge: overall 0.990 → 0.698',
    '  9 scenarios: 2 regressed.',
    '  Next: Read the replies.',
    '',
  ]);
});

it('headline without a next step ends with its reasons', () => {
  assert.equal(printed({ ...HEADLINE, next: null }).length, 3);
});

it('headline fits the width of the terminal and escapes control characters', () => {
  const long = `${'a long name '.repeat(30)}\u001B[31m\n`;
  const lines = printed({ ...HEADLINE, title: long, why: long, next: long });
  assert.ok(lines.length > 12);
  for (const line of lines) assert.ok(line.length <= 80 && !line.includes('\u001B'), line);
});

const PASSED: Headline = {
  result: 'passed',
  status: 'pass',
  exit_code: 0,
  basis: 'checks',
  title: 'overall 0.900',
  why: 'No required check failed.',
  next: null,
};

it('headlineOf takes the headline from the result, or from the overview in the list', () => {
  const result = { headline: PASSED } as RunView['result'];
  const overview = { headline: PASSED } as RunView['overview'];
  assert.equal(headlineOf({ result, overview: null }), PASSED);
  assert.equal(headlineOf({ result: null, overview }), PASSED);
});

it('headlineOf throws if the service sends no headline', () => {
  assert.throws(() => headlineOf({ result: null, overview: null }), /sent no headline/);
});
