import { Check, type ToolCall } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckedReply, CheckOutcome } from './check.ts';
import { runChecks } from './run-checks.ts';

const SEARCHED: readonly ToolCall[] = [
  { name: 'search', arguments: { query: 'fees', limit: 5, filter: { lang: 'en', year: 2026 } } },
  { name: 'search', arguments: { query: 'cards' } },
  { name: 'clock', arguments: {} },
];

async function checkReply(
  given: object,
  calls: Pick<CheckedReply, 'toolCalls' | 'isCut'>,
): Promise<CheckOutcome> {
  const reply = { text: '', latencyMs: 0, ...calls };
  const [checked] = await runChecks([Check.parse(given)], reply, async () => {});
  assert.ok(checked);
  return checked;
}

describe('tools', () => {
  const calls = (...tools: (object | string)[]): object => ({ tools });

  it('tools requires each expected call once, in any order, with the given arguments', async () => {
    const reply = { toolCalls: SEARCHED };
    const nested = { name: 'search', arguments: { filter: { lang: 'en' } } };
    assert.equal((await checkReply(calls({ name: 'clock' }, nested), reply)).passed, true);
    assert.equal((await checkReply(calls(nested, nested), reply)).passed, false);
    const three = calls('search', 'search', { name: 'search' });
    assert.match((await checkReply(three, reply)).detail, /^missing: 'search'; called: /);
  });

  it('tools finds a complete matching that greedy pairing would miss', async () => {
    const fees = { name: 'search', arguments: { query: 'fees' } };
    const { passed } = await checkReply(calls({ name: 'search' }, fees), { toolCalls: SEARCHED });
    assert.equal(passed, true);
  });

  it('tools fails if there are more calls than max_calls, and 0 allows none', async () => {
    const only = { ...calls({ name: 'search' }, { name: 'search' }), max_calls: 2 };
    assert.match(
      (await checkReply(only, { toolCalls: SEARCHED })).detail,
      /^3 calls, at most 2 are allowed; not expected: 'clock \{\}'/,
    );
    const none = { ...calls(), max_calls: 0 };
    assert.equal((await checkReply(none, { toolCalls: SEARCHED })).passed, false);
    assert.deepEqual(await checkReply(none, { toolCalls: [] }), {
      passed: true,
      detail: 'no tool was called',
    });
    assert.equal(Check.safeParse(calls()).success, false);
  });

  it('tools decides nothing if the endpoint does not report tool calls', async () => {
    for (const check of [calls('search'), { tools: [], max_calls: 0 }]) {
      assert.deepEqual(await checkReply(check, { toolCalls: undefined }), {
        passed: null,
        detail: 'the endpoint does not report tool calls',
      });
    }
  });

  it('tools lists what is missing, different, out of order, forbidden and not expected', async () => {
    const reply = { toolCalls: SEARCHED };
    const ordered = { ...calls('clock', 'search'), order: 'in_order' };
    assert.match((await checkReply(ordered, reply)).detail, /^out of order: 'search'; called: /);
    const exact = { ...calls('search', 'search'), order: 'exact' };
    assert.match((await checkReply(exact, reply)).detail, /^not expected: 'clock \{\}'; called: /);
    const forbidden = { ...calls('search'), forbidden: ['clock'] };
    assert.match((await checkReply(forbidden, reply)).detail, /^forbidden: 'clock \{\}'; called: /);
    const other = calls({ name: 'clock', arguments: { zone: 'UTC' } }, 'block');
    assert.match(
      (await checkReply(other, reply)).detail,
      /^missing: 'block'; called with other arguments: 'clock \{"zone":"UTC"\}'; called: /,
    );
  });

  it('tools counts a call that failed as made, and says that it failed', async () => {
    const toolCalls = [{ name: 'clock', arguments: {}, failed: true }];
    assert.deepEqual(await checkReply(calls('clock'), { toolCalls }), {
      passed: true,
      detail: "called: 'clock {}' (failed)",
    });
  });

  const UNDECIDED = {
    passed: null,
    detail:
      'the endpoint reported more or longer calls than are stored, so this check cannot be decided',
  };
  const CUT: ToolCall = { name: 'search', arguments: '{"query": "fe', cut: true };

  it('tools decides nothing if an expected call may be one whose arguments were cut', async () => {
    const fees = { name: 'search', arguments: { query: 'fees' } };
    for (const order of ['any', 'in_order', 'exact']) {
      assert.deepEqual(
        await checkReply({ tools: [fees], order }, { toolCalls: [CUT] }),
        UNDECIDED,
        order,
      );
    }
    const { passed } = await checkReply(calls(fees), { toolCalls: [CUT, ...SEARCHED] });
    assert.equal(passed, true, 'another call meets it');
    assert.equal((await checkReply(calls('search'), { toolCalls: [CUT] })).passed, true);
  });

  it('tools fails if no content of the cut arguments could make it pass', async () => {
    const fees = { name: 'search', arguments: { query: 'fees' } };
    const reply = { toolCalls: [CUT] };
    assert.match((await checkReply(calls(fees, 'clock'), reply)).detail, /^missing: 'clock'; /);
    assert.match((await checkReply(calls(fees, fees), reply)).detail, /^missing: 'search /);
    const forbidden = { ...calls(), forbidden: ['search'] };
    assert.equal((await checkReply(forbidden, reply)).passed, false);
    assert.equal((await checkReply({ ...calls(), max_calls: 0 }, reply)).passed, false);
  });

  it('tools decides nothing if calls that are left out could change the result', async () => {
    const reply = { toolCalls: SEARCHED, isCut: true };
    for (const check of [
      calls('block'),
      calls({ name: 'clock', arguments: { zone: 'UTC' } }),
      { ...calls('clock', 'search'), order: 'in_order' },
      { ...calls('search', 'search', 'clock'), order: 'exact' },
      { ...calls('search'), forbidden: ['block'] },
      { ...calls('search'), max_calls: 3 },
    ]) {
      assert.deepEqual(await checkReply(check, reply), UNDECIDED, JSON.stringify(check));
    }
  });

  it('tools decides what calls that are left out cannot change', async () => {
    const reply = { toolCalls: SEARCHED, isCut: true };
    assert.equal((await checkReply(calls('clock', 'search'), reply)).passed, true);
    for (const check of [
      { ...calls('block'), forbidden: ['clock'] },
      { ...calls('block'), max_calls: 2 },
      { ...calls('search'), order: 'exact' },
    ]) {
      assert.equal((await checkReply(check, reply)).passed, false, JSON.stringify(check));
    }
  });
});
