import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECK_TYPES, checkType } from './check-type.ts';
import { Check } from './check.ts';

const EXAMPLES = [
  { text: 'Asks which card' },
  { never: 'Promises a delivery date', id: 'no-promise', optional: true },
  { contains: 'x', case_sensitive: true },
  { not_contains: 'x' },
  { regex: '^x' },
  { json_schema: { type: 'object' } },
  { max_words: 60 },
  { latency_ms: 2000 },
  { tools: ['search', { name: 'block_card', arguments: { card: '4471' } }], max_calls: 2 },
];

/** The path and the message of each issue. */
function issuesOf(check: unknown): readonly string[] {
  const parsed = Check.safeParse(check);
  return (parsed.error?.issues ?? []).map(({ path, message }) => `/${path.join('/')} ${message}`);
}

describe('Check', () => {
  it('returns every valid check unchanged', () => {
    assert.deepEqual(EXAMPLES.map(checkType), CHECK_TYPES);
    for (const example of EXAMPLES) {
      assert.deepEqual(JSON.parse(JSON.stringify(Check.parse(example))), example);
    }
  });

  it('accepts a result that is posted again', () => {
    for (const example of EXAMPLES) {
      assert.deepEqual(issuesOf({ ...example, passed: false, detail: 'found' }), []);
    }
  });

  it('lists the known keys if a check has none of them', () => {
    const known = `a check is a sentence, or an object with one of the keys ${CHECK_TYPES.join(', ')}`;
    const cases: [unknown, string][] = [
      [{ contians: 'x' }, `/ has no known key, only "contians": ${known}`],
      [{ type: 'contains', value: 'x' }, `/ has no known key, only "type", "value": ${known}`],
      [{}, `/ has no type: ${known}`],
      [{ passed: true, detail: '' }, `/ has no type: ${known}`],
      [[], `/ must be a sentence or an object: ${known}`],
      [null, `/ must be a sentence or an object: ${known}`],
      [
        { contains: 'a', case_sensitiv: true },
        `/ has unknown keys ("case_sensitiv"); contains accepts contains, case_sensitive, id, optional; ${known}`,
      ],
      [
        { tools: ['a'], forbiden: ['b'] },
        `/ has unknown keys ("forbiden"); tools accepts tools, order, forbidden, max_calls, id, optional; ${known}`,
      ],
      [
        { text: 'a', verdicts: 'b' },
        `/ has unknown keys ("verdicts"); text accepts text, id, optional; ${known}`,
      ],
    ];
    for (const [check, issue] of cases) assert.deepEqual(issuesOf(check), [issue]);
  });

  it('refuses two checks in one object', () => {
    assert.deepEqual(issuesOf({ regex: 'x', contains: 'x' }), [
      '/ has the keys contains and regex: write a separate check for each',
    ]);
  });

  it('reads a sentence as a check in words', () => {
    assert.deepEqual(Check.parse('Asks which card'), { text: 'Asks which card' });
    assert.deepEqual(issuesOf(' '), ['/text Too small: expected string to have >=1 characters']);
    const result = { text: 'x', passed: true, verdict: 'met', evidence: [], reason: 'y' };
    assert.deepEqual(issuesOf(result), []);
  });

  it('refuses a tools check that requires nothing, and a max_calls below the number of calls', () => {
    assert.deepEqual(issuesOf({ tools: [] }), [
      '/tools must list at least one call, or set "forbidden" or "max_calls"; to forbid all tool calls, set "max_calls": 0',
    ]);
    assert.deepEqual(issuesOf({ tools: [], order: 'exact' }), [], 'no calls at all');
    assert.equal(issuesOf({ tools: [], order: 'in_order' }).length, 1);
    assert.deepEqual(issuesOf({ tools: [], max_calls: 0 }), []);
    assert.deepEqual(issuesOf({ tools: [], forbidden: ['delete_account'] }), []);
    assert.deepEqual(issuesOf({ tools: ['a'], order: 'exact', max_calls: 1 }), []);
    assert.deepEqual(issuesOf({ tools: ['a', 'a'], max_calls: 1 }), [
      '/max_calls must be at least the number of calls in "tools"',
    ]);
  });

  it('refuses a tool that is both expected and forbidden, and an unknown order', () => {
    for (const tools of [
      ['a', 'b'],
      ['a', { name: 'b' }],
    ]) {
      assert.deepEqual(issuesOf({ tools, forbidden: ['c', 'b'] }), [
        '/forbidden must not list a tool that "tools" expects; remove it from one of the two',
      ]);
      assert.deepEqual(issuesOf({ tools, forbidden: ['c'] }), []);
    }
    assert.equal(Check.safeParse({ tools: ['a'], order: 'same' }).success, false);
  });

  it('says that tools is absent if a check has only the other keys of a tools check', () => {
    for (const check of [{ forbidden: ['a'] }, { max_calls: 0 }, { order: 'exact', id: 'x' }]) {
      const [key] = Object.keys(check);
      assert.deepEqual(issuesOf(check), [
        `/ has "${key}" but not "tools": add "tools": [] to expect no particular calls`,
      ]);
    }
  });

  it('refuses expected arguments of more than 4 kB together or more than 16 levels', () => {
    const expecting = (...values: readonly unknown[]): object => ({
      tools: values.map((value) => ({ name: 'f', arguments: { value } })),
    });
    const tooLong =
      '/tools has more than 4096 characters of arguments as JSON: expect only the arguments that matter';
    assert.deepEqual(issuesOf(expecting('x'.repeat(4000))), []);
    assert.deepEqual(issuesOf(expecting('x'.repeat(4100))), [tooLong]);
    assert.deepEqual(issuesOf(expecting(...Array(4).fill('x'.repeat(1020)))), [tooLong]);
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    assert.deepEqual(issuesOf(expecting(nested(15))), []);
    assert.deepEqual(issuesOf(expecting('a', nested(16))), [
      '/tools has arguments with more than 16 levels: expect only the arguments that matter',
    ]);
  });

  it('accepts the result of a tools check that is posted again', () => {
    const calls = [{ expected: { name: 'a' }, made: null, mark: 'missing' }];
    const result = { tools: ['a'], passed: false, detail: '', calls, calls_left_out: 0 };
    assert.deepEqual(issuesOf(result), []);
  });

  it('never throws, and accepts only sentences and objects with exactly one known key', () => {
    const key = fc.oneof(fc.constantFrom(...CHECK_TYPES, 'text', 'case_sensitive'), fc.string());
    const value = fc.oneof(fc.string(), fc.integer(), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(key, value), fc.jsonValue()), (check) => {
        const parsed = Check.safeParse(check);
        if (!parsed.success) return parsed.error.issues.length > 0;
        return CHECK_TYPES.filter((type) => Object.hasOwn(parsed.data, type)).length === 1;
      }),
    );
  });
});
