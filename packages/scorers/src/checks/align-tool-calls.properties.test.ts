import type { ToolCall } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alignAllCalls, alignToolCalls, isFault, type ToolsCheck } from './align-tool-calls.ts';

interface Call {
  readonly name: string;
  readonly arguments?: { readonly a?: number; readonly b?: number } | undefined;
}

const values = fc.constantFrom(0, 1);
const given = fc.record({ a: values, b: values }, { requiredKeys: [] });
const expectedCalls = fc.array(
  fc.record({
    name: fc.constantFrom('x', 'y', 'z'),
    arguments: fc.option(given, { nil: undefined }),
  }),
  { maxLength: 4 },
);
const madeCalls: fc.Arbitrary<readonly (ToolCall & Call)[]> = fc.array(
  fc.record({ name: fc.constantFrom('x', 'y', 'z', 'no'), arguments: given }),
  { maxLength: 6 },
);
const checks = fc.record({
  tools: expectedCalls,
  order: fc.constantFrom('exact', 'in_order', 'any'),
  forbidden: fc.constantFrom<string[]>([], ['no']),
  max_calls: fc.constantFrom(undefined, 4, 5),
});

/** The definition: the name is the same, and every expected argument has the expected value. */
function fits(expected: Call, made: Call): boolean {
  const { a, b } = expected.arguments ?? {};
  return (
    expected.name === made.name &&
    (a === undefined || made.arguments?.a === a) &&
    (b === undefined || made.arguments?.b === b)
  );
}

/** All ways to give each expected call a different made call or none: a list of made positions or -1. */
function allAssignments(expected: number, made: number): readonly (readonly number[])[] {
  if (expected === 0) return [[]];
  return allAssignments(expected - 1, made).flatMap((before) =>
    [-1, ...Array.from({ length: made }, (_, at) => at)]
      .filter((at) => at === -1 || !before.includes(at))
      .map((at) => [...before, at]),
  );
}

/** The largest number of pairs that fit, by trying all assignments. */
function mostPairs(
  expected: readonly Call[],
  made: readonly Call[],
  isAllowed: (assigned: readonly number[]) => boolean,
): number {
  const counts = allAssignments(expected.length, made.length)
    .map((assignment) => [assignment, assignment.filter((at) => at !== -1)] as const)
    .filter(([assignment, assigned]) => {
      const isFitting = assignment.every((at, one) => {
        const [wanted, call] = [expected[one], made[at]];
        return call === undefined || (wanted !== undefined && fits(wanted, call));
      });
      return isFitting && isAllowed(assigned);
    })
    .map(([, assigned]) => assigned.length);
  return Math.max(...counts);
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
}

/** Decides a check by its definition. */
function shouldPass(check: ToolsCheck, made: readonly Call[]): boolean {
  const { order = 'any', forbidden = [], max_calls: maxCalls = Infinity } = check;
  const tools = check.tools as readonly Call[];
  if (made.length > maxCalls || made.some(({ name }) => forbidden.includes(name))) return false;
  if (order === 'exact') {
    return tools.length === made.length && tools.every((one, at) => fits(one, made[at] as Call));
  }
  const isAllowed = order === 'any' ? () => true : isAscending;
  return mostPairs(tools, made, isAllowed) === tools.length;
}

describe('alignToolCalls properties', () => {
  it('a check passes exactly if its definition holds, and then no row is a fault', () => {
    const seen = { passed: 0, failed: 0 };
    fc.assert(
      fc.property(checks, madeCalls, (check, made) => {
        const passed = !alignToolCalls(check, made).rows.some(isFault);
        seen[passed ? 'passed' : 'failed'] += 1;
        assert.equal(passed, shouldPass(check, made));
      }),
      { numRuns: 1000 },
    );
    assert.ok(seen.passed > 100 && seen.failed > 100, JSON.stringify(seen));
  });

  it('as many expected calls as possible are met, in order unless any order is allowed', () => {
    fc.assert(
      fc.property(checks, madeCalls, (check, made) => {
        const allowed = made.filter(({ name }) => !check.forbidden.includes(name));
        const isAllowed = check.order === 'any' ? () => true : isAscending;
        const met = alignAllCalls(check, made).filter(({ mark }) => mark === 'met');
        assert.equal(met.length, mostPairs(check.tools, allowed, isAllowed));
      }),
      { numRuns: 500 },
    );
  });

  it('each call has one row, and its mark says what is true of it', () => {
    fc.assert(
      fc.property(checks, madeCalls, (check, made) => {
        const rows = alignAllCalls(check, made);
        assert.deepEqual(
          rows.flatMap((row) => row.made ?? []),
          made,
        );
        const shown = rows.flatMap((row) => row.expected ?? []);
        assert.equal(shown.length, check.tools.length);
        assert.deepEqual(new Set(shown), new Set(check.tools));
        for (const { expected, made: call, mark } of rows) {
          const isPair = expected !== null && call !== null;
          assert.equal(isPair, ['met', 'out_of_order', 'wrong_arguments'].includes(mark));
          if (isPair)
            assert.equal(fits(expected as Call, call as Call), mark !== 'wrong_arguments');
          if (call === null) assert.equal(mark, 'missing');
          if (call?.name === 'no') assert.equal(mark === 'forbidden', check.forbidden.length > 0);
        }
        if (check.order === 'any') assert.ok(!rows.some(({ mark }) => mark === 'out_of_order'));
      }),
      { numRuns: 1000 },
    );
  });

  it('calls that are met in order keep the order of the expected calls', () => {
    fc.assert(
      fc.property(checks, madeCalls, (check, made) => {
        if (check.order === 'any') return;
        const tools: readonly unknown[] = check.tools;
        const met = alignAllCalls(check, made).filter(({ mark }) => mark === 'met');
        assert.ok(isAscending(met.map(({ expected }) => tools.indexOf(expected))));
      }),
      { numRuns: 500 },
    );
  });
});
