import type { CheckResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleTerminal } from '../../testing/example-terminal.ts';
import { printFailedChecks, type FailedCheck } from './failed-checks.ts';
import type { FinishedRun } from '../finished-run.ts';

const CHECK: CheckResult = {
  never: 'Promises a delivery date',
  passed: false,
  detail: 'not met',
  verdict: 'not_met',
  reason: 'It names Friday.',
  evidence: [{ turn: 1, quote: 'It arrives\u001B[31m on Friday' }],
};
const FAILED: FailedCheck = { scenario: 0, attempt: 1, turn: undefined, check: CHECK };

/** The lines that are printed for the failed checks of a run with this exit code. */
function printed(exitCode: 0 | 1, checks: readonly FailedCheck[]): readonly string[] {
  const terminal = exampleTerminal();
  // Nothing else of the result is read.
  const result = {
    headline: { exit_code: exitCode },
    results: { scenarios: [{ name: 'lost-card' }] },
  } as unknown as FinishedRun['result'];
  printFailedChecks(checks, result, terminal);
  return terminal.output.stdout.join('').trimEnd().split('\n');
}

it('a failed check of a conversation is printed with its reason and its quote, in the width of the terminal', () => {
  assert.deepEqual(printed(1, [FAILED]), [
    'Failed checks:',
    '✗ lost-card, attempt 2, whole conversation: never: Promises a delivery date: It',
    '  names Friday. "It arrives\\x1b[31m on Friday" (turn 2)',
  ]);
});

it('a failed check of a reply is printed with its turn, under a title that says whether a gate allows it', () => {
  const check = { max_words: 3, passed: false, detail: '9 words' };
  assert.deepEqual(printed(0, [{ ...FAILED, turn: 2, check }]), [
    'Failed checks, which a gate allows:',
    '✗ lost-card, attempt 2, turn 3: max words: 9 words',
  ]);
});
