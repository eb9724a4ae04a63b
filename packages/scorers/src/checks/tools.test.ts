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

function checkReply(given: object, calls: Pick<CheckedReply, 'toolCalls' | 'isCut'>): CheckOutcome {
  const reply = { text: '', latencyMs: 0, ...calls };
  const [checked] = runChecks([Check.parse(given)], reply);
  assert.ok(checked);
  return checked;
}

describe('tools', () => {
  const calls = (...tools: (object | string)[]): object => ({ tools });

  it('tools requires each expected call once, in any order, with the given arguments', () => {
    const reply = { toolCalls: SEARCHED };
    const nested = { name: 'search', arguments: { filter: { lang: 'en' } } };
    assert.equal(checkReply(calls({ name: 'clock' }, nested), reply).passed, true);
    assert.equal(checkReply(calls(nested, nested), reply).passed, false);
    const three = calls('search', 'search', { name: 'search' });
    assert.match(checkReply(three, reply).detail, /^missing: 'search'; called: /);
  });

  it('tools finds a complete matching that greedy pairing would miss', () => {
    const fees = { name: 'search', arguments: { query: 'fees' } };
    const { passed } = checkReply(calls({ name: 'search' }, fees), { toolCalls: SEARCHED });
    assert.equal(passed, true);
  });

  it('tools fails if there are more calls than max_calls, and 0 allows none', () => {
    const only = { ...calls({ name: 'search' }, { name: 'search' }), max_calls: 2 };
    assert.match(
      checkReply(only, { toolCalls: SEARCHED }).detail,
      /^3 calls, at most 2 are allowed; not expected: 'clock \{\}'/,
    );
    const none = { ...calls(), max_calls: 0 };
    assert.equal(checkReply(none, { toolCalls: SEARCHED }).passed, false);
    assert.deepEqual(checkReply(none, { toolCalls: [] }), {
      passed: true,
      detail: 'no tool was called',
    });
    assert.equal(Check.safeParse(calls()).success, false);
  });

  it('tools decides nothing if the endpoint does not report tool calls', () => {
    for (const check of [calls('search'), { tools: [], max_calls: 0 }]) {
      assert.deepEqual(checkReply(check, { toolCalls: undefined }), {
        passed: null,
        detail: 'the endpoint does not report tool calls',
      });
    }
  });

  it('tools lists what is missing, different, out of order, forbidden and not expected', () => {
    const reply = { toolCalls: SEARCHED };
    const ordered = { ...calls('clock', 'search'), order: 'in_order' };
    assert.match(checkReply(ordered, reply).detail, /^out of order: 'search'; called: /);
    const exact = { ...calls('search', 'search'), order: 'exact' };
    assert.match(checkReply(exact, reply).detail, /^not expected: 'clock \{\}'; called: /);
    const forbidden = { ...calls('search'), forbidden: ['clock'] };
    assert.match(checkReply(forbidden, reply).detail, /^forbidden: 'clock \{\}'; called: /);
    const other = calls({ name: 'clock', arguments: { zone: 'UTC' } }, 'block');
    assert.match(
      checkReply(other, reply).detail,
      /^missing: 'block'; called with other arguments: 'clock \{"zone":"UTC"\}'; called: /,
    );
  });

  it('tools counts a call that failed as made, and says that it failed', () => {
    const toolCalls = [{ name: 'clock', arguments: {}, failed: true }];
    assert.deepEqual(checkReply(calls('clock'), { toolCalls }), {
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

  it('tools decides nothing if an expected call may be one whose arguments were cut', () => {
    const fees = { name: 'search', arguments: { query: 'fees' } };
    for (const order of ['any', 'in_order', 'exact']) {
      assert.deepEqual(
        checkReply({ tools: [fees], order }, { toolCalls: [CUT] }),
        UNDECIDED,
        order,
      );
    }
    const { passed } = checkReply(calls(fees), { toolCalls: [CUT, ...SEARCHED] });
    assert.equal(passed, true, 'another call meets it');
    assert.equal(checkReply(calls('search'), { toolCalls: [CUT] }).passed, true);
  });

  it('tools fails if no content of the cut arguments could make it pass', () => {
    const fees = { name: 'search', arguments: { query: 'fees' } };
    const reply = { toolCalls: [CUT] };
    assert.match(checkReply(calls(fees, 'clock'), reply).detail, /^missing: 'clock'; /);
    assert.match(checkReply(calls(fees, fees), reply).detail, /^missing: 'search /);
    const forbidden = { ...calls(), forbidden: ['search'] };
    assert.equal(checkReply(forbidden, reply).passed, false);
    assert.equal(checkReply({ ...calls(), max_calls: 0 }, reply).passed, false);
  });

  it('tools decides nothing if calls that are left out could change the result', () => {
    const reply = { toolCalls: SEARCHED, isCut: true };
    for (const check of [
      calls('block'),
      calls({ name: 'clock', arguments: { zone: 'UTC' } }),
      { ...calls('clock', 'search'), order: 'in_order' },
      { ...calls('search', 'search', 'clock'), order: 'exact' },
      { ...calls('search'), forbidden: ['block'] },
      { ...calls('search'), max_calls: 3 },
    ]) {
      assert.deepEqual(checkReply(check, reply), UNDECIDED, JSON.stringify(check));
    }
  });

  it('tools decides what calls that are left out cannot change', () => {
    const reply = { toolCalls: SEARCHED, isCut: true };
    assert.equal(checkReply(calls('clock', 'search'), reply).passed, true);
    for (const check of [
      { ...calls('block'), forbidden: ['clock'] },
      { ...calls('block'), max_calls: 2 },
      { ...calls('search'), order: 'exact' },
    ]) {
      assert.equal(checkReply(check, reply).passed, false, JSON.stringify(check));
    }
  });
});
