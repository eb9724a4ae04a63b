import { TestBatch } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import stringWidth from 'string-width';
import { exampleTerminal } from '../testing/example-terminal.ts';
import { printDifference, type DifferentScenario } from './print-difference.ts';

function changed(before: object, after: object): DifferentScenario {
  const parse = (fields: object): TestBatch =>
    TestBatch.parse({ interactions: [{ user_message: 'Hello' }], ...fields });
  const [old, now] = [parse(before), parse(after)];
  return { id: 'a', name: 'a', change: 'changed', before: old, after: now };
}

function linesOf(...scenarios: readonly DifferentScenario[]): readonly string[] {
  const terminal = exampleTerminal();
  printDifference(scenarios, terminal);
  return terminal.output.stdout.join('').trimEnd().split('\n');
}

describe('printDifference', () => {
  it('names each scenario with its change', () => {
    const one = { before: null, after: null };
    assert.deepEqual(
      linesOf(
        { ...one, id: 'a', name: 'a', change: 'added' },
        { ...one, id: 'b', name: 'Lost card', change: 'removed' },
        { ...one, id: 'c', name: 'c', change: 'moved' },
      ),
      ['+ a', '- b (Lost card)', '> c'],
    );
  });

  it('shows which turns and fields of a scenario changed, with both values', () => {
    const before = {
      tags: ['card'],
      mine: { a: 1, b: 2 },
      interactions: [{ user_message: 'Hi', reference_reply: 'Hello' }, { user_message: 'Bye' }],
    };
    const after = {
      tags: ['card', 'urgent'],
      mine: { b: 2, a: 1 },
      interactions: [{ user_message: 'Hi', checks: [{ contains: '7' }] }],
    };
    assert.deepEqual(linesOf(changed(before, after)), [
      '~ a',
      '    tags',
      '      - ["card"]',
      '      + ["card","urgent"]',
      '    turn 1: reference_reply',
      '      - Hello',
      '    turn 1: checks',
      '      + [{"contains":"7"}]',
      '    turn 2',
      '      - {"user_message":"Bye"}',
    ]);
  });

  it('shows long values from shortly before the first difference, within 80 columns', () => {
    const start = 'The card is blocked and a new one is on its way to you. '.repeat(5);
    const lines = linesOf(
      changed(
        { description: `${start}It takes 3 days.` },
        { description: `${start}${'長い'.repeat(80)}` },
      ),
    );
    assert.equal(lines[2], '      - … on its way to you. It takes 3 days.');
    for (const line of lines) assert.ok(stringWidth(line) <= 80, line);
  });

  it('escapes control characters of scenarios', () => {
    const text = linesOf(changed({}, { description: '\u001B[2Jgone', '\u001B[2J': 1 })).join('\n');
    assert.ok(!text.includes('\u001B'), JSON.stringify(text));
  });
});
