import type { Headline } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleTerminal } from '../testing/example-terminal.ts';
import { printHeadline } from './print-headline.ts';

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
