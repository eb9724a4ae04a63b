import { ToolCallMark, type AlignedCall } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeCall, formatArguments, formatCallsLeftOut, joinParts } from './call-words.ts';

const WRONG: AlignedCall = {
  expected: { name: 'block_card', arguments: { card: '4471', limits: { day: 1 } } },
  made: { name: 'block_card', arguments: { why: 'lost', card: '9', limits: { day: 1, week: 2 } } },
  mark: 'wrong_arguments',
};

/** The arguments of both calls that are marked as different. */
function markedIn(call: AlignedCall): readonly (readonly string[])[] {
  const { expected, made } = describeCall(call);
  return [expected, made].map((one) =>
    (one?.parts ?? []).filter(({ differs }) => differs).map(({ text }) => text),
  );
}

describe('the words for a tool call', () => {
  it('describeCall gives every mark its own words and a glyph', () => {
    const made = { name: 'search', arguments: {} };
    const rows = ToolCallMark.options.map(
      (mark) => describeCall({ expected: null, made, mark }).status,
    );
    assert.deepEqual(
      rows.map(({ glyph, label }) => `${glyph} ${label}`),
      [
        '✓ as expected',
        '✗ not called',
        '≠ other arguments',
        '⇅ out of order',
        '✗ forbidden',
        '+ not expected',
        '· also called',
      ],
    );
  });

  it('describeCall marks the arguments that the call does not include, and names them', () => {
    const { status, expected, made } = describeCall(WRONG);
    assert.equal(status.label, 'other arguments: card');
    assert.equal(joinParts(expected?.parts ?? []), '{"card":"4471","limits":{"day":1}}');
    assert.equal(
      joinParts(made?.parts ?? []),
      '{"why":"lost","card":"9","limits":{"day":1,"week":2}}',
    );
    assert.deepEqual(markedIn(WRONG), [['"card":"4471"'], ['"card":"9"']]);
  });

  it('describeCall marks lists of another length, missing arguments and arguments that are not JSON', () => {
    const wanted = (args: object): AlignedCall => ({
      ...WRONG,
      expected: { name: 'block_card', arguments: args },
    });
    assert.deepEqual(markedIn(wanted({ cards: [] })), [['"cards":[]'], []]);
    const list = { name: 'block_card', arguments: { cards: ['1', '2'] } };
    assert.deepEqual(markedIn({ ...wanted({ cards: ['1'] }), made: list }), [
      ['"cards":["1"]'],
      ['"cards":["1","2"]'],
    ]);
    const raw = { name: 'block_card', arguments: '{"card": ' };
    assert.deepEqual(markedIn({ ...wanted({ card: '1' }), made: raw }), [
      ['"card":"1"'],
      ['{"card": '],
    ]);
  });

  it('describeCall names at most three arguments', () => {
    const expected = { name: 'f', arguments: { a: 1, b: 2, c: 3, d: 4, ['e'.repeat(99)]: 5 } };
    const { status } = describeCall({ ...WRONG, expected });
    assert.equal(status.label, 'other arguments: a, b, c and 2 more');
  });

  it('describeCall shortens arguments so that those that differ stay', () => {
    const args = { note: 'x'.repeat(500), more: 'y'.repeat(500), card: '9' };
    const { made } = describeCall({ ...WRONG, made: { name: 'block_card', arguments: args } }, 60);
    const text = joinParts(made?.parts ?? []);
    assert.match(text, /^\{"note":"x+…,"card":"9",…\}$/);
    assert.ok(text.length < 80, text);
    assert.equal(joinParts(made?.whole ?? []), JSON.stringify(args));
  });

  it('describeCall never exceeds the length by much, and the text stays well-formed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string({ unit: 'grapheme', maxLength: 200 })),
        fc.integer({ min: 20, max: 300 }),
        (args, maxLength) => {
          const call = { expected: null, made: { name: 'f', arguments: args }, mark: 'other' };
          const { made } = describeCall(call as AlignedCall, maxLength);
          const text = joinParts(made?.parts ?? []);
          assert.ok(text.length <= 1.5 * maxLength + 4, `${text.length} of ${maxLength}`);
          assert.ok(text.isWellFormed());
        },
      ),
    );
  });

  it('describeCall tells a failed call, and a call that is expected with any arguments', () => {
    const row = describeCall({
      expected: { name: 'f' },
      made: { name: 'f', arguments: {}, failed: true },
      mark: 'met',
    });
    assert.equal(row.failed?.label, 'failed');
    assert.deepEqual(row.expected, { name: 'f', parts: [], whole: undefined });
    assert.equal(describeCall(WRONG).failed, undefined);
  });

  it('formatArguments is compact JSON, or the text that was sent', () => {
    assert.equal(formatArguments({ a: [1, { b: null }] }), '{"a":[1,{"b":null}]}');
    assert.equal(formatArguments('a {'), 'a {');
    assert.equal(formatArguments(null), 'null');
    assert.equal(formatArguments(undefined), '');
  });

  it('formatCallsLeftOut is a sentence only if calls are left out', () => {
    assert.equal(formatCallsLeftOut(), undefined);
    assert.equal(formatCallsLeftOut(0), undefined);
    assert.equal(formatCallsLeftOut(1), '1 further call is not listed');
    assert.equal(formatCallsLeftOut(1200), '1,200 further calls are not listed');
  });

  it('describeCall names no arguments that differ if the made ones are a text that was cut', () => {
    const expected = { name: 'f', arguments: { card: '4471' } };
    const made = { name: 'f', arguments: '{"card":"4471","reason":"x…' };
    const { status } = describeCall({ expected, made, mark: 'wrong_arguments' });
    assert.equal(status.label, 'other arguments');
  });
});
