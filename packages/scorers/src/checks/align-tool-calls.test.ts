import { Check, type AlignedCall, type ToolCall } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
import { alignToolCalls, type ToolsCheck } from './align-tool-calls.ts';

function called(...names: readonly string[]): readonly ToolCall[] {
  return names.map((name) => ({ name, arguments: {} }));
}

/** Writes a row as `expected|made|mark`, with the arguments that are not empty. */
function toText({ expected, made, mark }: AlignedCall): string {
  const write = (call: AlignedCall['expected']): string => {
    const { name = '-', arguments: given = {} } = call ?? {};
    const text = JSON.stringify(given);
    return text === '{}' ? name : `${name}${text}`;
  };
  return `${write(expected)}|${write(made)}|${mark}`;
}

function align(check: ToolsCheck, made: readonly ToolCall[]): readonly string[] {
  return alignToolCalls(check, made).rows.map(toText);
}

describe('alignToolCalls', () => {
  it('in any order, expected calls are met wherever they are made, and others are allowed', () => {
    assert.deepEqual(align({ tools: ['a', 'b'] }, called('b', 'x', 'a')), [
      'b|b|met',
      '-|x|other',
      'a|a|met',
    ]);
  });

  it('in_order marks the call that is out of order, and allows others in between', () => {
    const check = { tools: ['a', 'b', 'c'], order: 'in_order' } as const;
    assert.deepEqual(align(check, called('a', 'x', 'b', 'c')), [
      'a|a|met',
      '-|x|other',
      'b|b|met',
      'c|c|met',
    ]);
    assert.deepEqual(align(check, called('c', 'a', 'b')), [
      'c|c|out_of_order',
      'a|a|met',
      'b|b|met',
    ]);
  });

  it('exact marks every call that was not expected', () => {
    const check = { tools: ['a', 'b'], order: 'exact' } as const;
    assert.deepEqual(align(check, called('a', 'b')), ['a|a|met', 'b|b|met']);
    assert.deepEqual(align(check, called('a', 'x', 'b', 'b')), [
      'a|a|met',
      '-|x|not_expected',
      'b|b|met',
      '-|b|not_expected',
    ]);
  });

  it('a missing call comes before the first call that was expected after it', () => {
    for (const order of ['any', 'in_order', 'exact'] as const) {
      assert.deepEqual(align({ tools: ['a', 'b', 'c'], order }, called('a', 'c')), [
        'a|a|met',
        'b|-|missing',
        'c|c|met',
      ]);
    }
    assert.deepEqual(align({ tools: ['a'] }, []), ['a|-|missing']);
  });

  it('a call with other arguments stands next to the expected call', () => {
    const check = { tools: [{ name: 'block', arguments: { card: '4471' } }] };
    const wrong = { name: 'block', arguments: { card: '1' } };
    assert.deepEqual(align(check, [wrong]), [
      'block{"card":"4471"}|block{"card":"1"}|wrong_arguments',
    ]);
  });

  it('forbidden calls and calls above max_calls are marked', () => {
    const check = { tools: ['a'], forbidden: ['no'], max_calls: 2 };
    assert.deepEqual(align(check, called('x', 'no', 'y', 'a')), [
      '-|x|not_expected',
      '-|no|forbidden',
      '-|y|not_expected',
      'a|a|met',
    ]);
    assert.deepEqual(align({ tools: [], max_calls: 1 }, called('x', 'y')), [
      '-|x|other',
      '-|y|not_expected',
    ]);
  });

  it('at most 100 rows are listed: expected calls and faults before other calls', () => {
    const others = Array.from({ length: 500 }, () => 'x');
    const made = called(...others, 'no', ...others, 'a');
    const { rows, leftOut } = alignToolCalls({ tools: ['a', 'b'], forbidden: ['no'] }, made);
    assert.deepEqual([rows.length, leftOut], [100, 903]);
    assert.deepEqual(rows.filter(({ mark }) => mark !== 'other').map(toText), [
      '-|no|forbidden',
      'a|a|met',
      'b|-|missing',
    ]);
    const faults = alignToolCalls({ tools: ['a'], order: 'exact' }, made);
    assert.deepEqual([faults.rows.length, faults.leftOut], [100, 902]);
    assert.ok(faults.rows.some((row) => toText(row) === 'a|a|met'));
  });

  it('the arguments of a call are compared at most once with each expected call', () => {
    for (const order of ['any', 'in_order', 'exact'] as const) {
      let reads = 0;
      const made = Array.from({ length: 50 }, () => ({
        name: 'f',
        get arguments(): unknown {
          reads += 1;
          return { a: 1 };
        },
      }));
      const tools = Array.from({ length: 20 }, (_, at) => ({
        name: 'f',
        arguments: { a: at % 3 },
      }));
      alignToolCalls({ tools, order }, made);
      assert.equal(reads, 20 * 50, order);
    }
  });

  // The longest arguments that a check accepts (4 kB together) and a reply keeps (256 kB together). What is different
  // comes first, so it is compared last.
  const nest = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>((value) => [value], []);
  for (const [shape, items] of [
    ['numbers', Array.from({ length: 90 }, () => 1)],
    ['lists', Array.from({ length: 60 }, () => [])],
    ['deep lists', Array.from({ length: 6 }, () => nest(13))],
  ] as const) {
    it(`20 expected and 1,000 made calls with ${shape} take less than a pass per expected call`, () => {
      const given = (first: number): Readonly<Record<string, unknown>> => ({
        first: [first],
        items,
      });
      const made = Array.from({ length: 1000 }, () => ({ name: 'f', arguments: given(0) }));
      const tools = Array.from({ length: 20 }, (_, at) => ({
        name: 'f',
        arguments: given(at + 1),
      }));
      Check.parse({ tools });
      assert.ok(JSON.stringify(made).length < 300_000);
      assertTimes(tools.length, `aligning ${shape}`, {
        work: () => alignToolCalls({ tools, order: 'in_order' }, made),
        bare: () => JSON.parse(JSON.stringify(made)),
      });
    });
  }

  it('very deep arguments do not overflow the stack', () => {
    const deep = (): unknown => {
      let value: unknown = 1;
      for (let level = 0; level < 100_000; level += 1) value = { value };
      return value;
    };
    const tools = [{ name: 'f', arguments: { deep: deep() } }];
    const { rows } = alignToolCalls({ tools }, [{ name: 'f', arguments: { deep: deep() } }]);
    assert.equal(rows[0]?.mark, 'met');
  });
});
