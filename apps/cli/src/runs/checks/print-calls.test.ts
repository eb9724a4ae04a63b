import type { AlignedCall, CheckResult } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import stringWidth from 'string-width';
import { exampleTerminal } from '../../testing/example-terminal.ts';
import { printCalls, type RowLimit } from './print-calls.ts';

const CALLS: readonly AlignedCall[] = [
  {
    expected: { name: 'verify_identity' },
    made: { name: 'verify_identity', arguments: { code: '1234' } },
    mark: 'met',
  },
  {
    expected: { name: 'block_card', arguments: { card: '4471', reason: 'lost on the way home' } },
    made: {
      name: 'block_card',
      arguments: { card: '9', reason: 'lost on the way home' },
      failed: true,
    },
    mark: 'wrong_arguments',
  },
  { expected: { name: 'order_card' }, made: null, mark: 'missing' },
  { expected: null, made: { name: 'search', arguments: { q: 'x' } }, mark: 'other' },
  { expected: null, made: { name: 'delete_account', arguments: {} }, mark: 'forbidden' },
];

function checkWith(calls: readonly AlignedCall[], changes: Partial<CheckResult> = {}): CheckResult {
  return { tools: [], passed: false, detail: '', calls: [...calls], ...changes };
}

/** The lines that are printed for a check. */
function printed(check: CheckResult, limit?: RowLimit): readonly string[] {
  const terminal = exampleTerminal();
  printCalls(check, terminal, limit);
  return terminal.output.stdout.map((line) => line.replace(/\n$/, ''));
}

describe('the tool calls of a check in the terminal', () => {
  it('expected and made calls are printed in two columns, with marks in words', () => {
    assert.deepEqual(printed(checkWith(CALLS, { calls_left_out: 3 })), [
      '    expected                             | made',
      '  ✓ verify_identity                      | verify_identity {"code":"1234"}',
      '  ≠ block_card {"card":"4471",           | block_card {"card":"9",',
      '    "reason":"lost on the way home"}     | "reason":"lost on the way home"}',
      '                                         | (other arguments: card; failed)',
      '  ✗ order_card                           | not called',
      '  · –                                    | search {"q":"x"} (also called)',
      '  ✗ –                                    | delete_account {} (forbidden)',
      '  3 further calls are not listed',
    ]);
  });

  it('calls that explain the failure are printed first if there are too many', () => {
    const others = Array.from({ length: 30 }, (): AlignedCall => ({ ...CALLS[3]!, mark: 'other' }));
    const more = 'fairtrial show r1 1';
    const lines = printed(checkWith([...others, ...CALLS]), { rows: 4, more });
    assert.equal(lines.at(-1), '  31 more rows: see `fairtrial show r1 1`');
    assert.deepEqual(
      lines.map((line) => line.slice(0, 14).trimEnd()),
      [
        '    expected',
        '  · –',
        '  ≠ block_card',
        '    "reason":"',
        '',
        '  ✗ order_card',
        '  ✗ –',
        '  31 more rows',
      ],
    );
  });

  it('nothing is printed for a check that passed or that has no calls', () => {
    assert.deepEqual(printed(checkWith(CALLS, { passed: true })), []);
    assert.deepEqual(printed({ tools: ['f'], passed: null, detail: 'calls are not reported' }), []);
  });

  it('no text of a call adds a line, a control character or more than 80 columns', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, (name, value) => {
        const call = { name, arguments: { [value]: value } };
        const lines = printed(
          checkWith([
            { expected: call, made: { ...call, arguments: value }, mark: 'wrong_arguments' },
          ]),
        );
        for (const line of lines) {
          assert.ok(stringWidth(line) <= 80, line);
          assert.doesNotMatch(line, /(?![\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });
});
