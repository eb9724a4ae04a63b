import type { UserFaultKind } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noCallStats } from '../structured-output/structured-prompt.ts';
import type { AuditedGoal } from './audit-schema.ts';
import type { AuditJudgement } from './audit-user.ts';
import { combineAudits } from './combine-audits.ts';

const STATS = noCallStats({ model: 'm' });

function says(verdict: AuditedGoal['verdict'], ...kinds: readonly UserFaultKind[]): AuditJudgement {
  const faults = kinds.map((kind) => ({ kind, evidence: [], reason: 'Because.' }));
  const goal = { verdict, evidence: [], reason: 'Because.' };
  return { state: 'judged', audit: { goal, faults }, ...STATS };
}

function fails(kind: 'untrusted' | 'unreadable'): AuditJudgement {
  return { state: 'judge_failed', failure: { kind, message: `it is ${kind}` }, ...STATS };
}

function summarise(judges: readonly (readonly AuditJudgement[])[]): string {
  const combined = combineAudits(judges);
  if (combined.state === 'failed') return combined.reason;
  const { goal, faults } = combined.audit;
  return [goal.verdict, ...faults.map(({ kind }) => kind)].join(' ');
}

describe('combined audits', () => {
  it('say what more than half of the samples of a judge say', () => {
    const yes = says('reached', 'looped');
    const no = says('not_reached');
    assert.equal(summarise([[yes]]), 'reached looped');
    assert.equal(summarise([[yes, no, yes]]), 'reached looped');
    assert.equal(summarise([[no, yes, no]]), 'not_reached');
    assert.equal(summarise([[yes, no]]), 'cannot_tell');
    assert.equal(summarise([[yes, fails('unreadable'), yes]]), 'reached looped');
    assert.equal(summarise([[yes, fails('unreadable'), no]]), 'cannot_tell');
  });

  it('have a goal that all judges agree on, and faults that more than half of them report', () => {
    const a = says('reached', 'looped', 'forgot_fact');
    const b = says('reached', 'looped');
    const c = says('not_reached');
    assert.equal(summarise([[a], [b]]), 'reached looped');
    assert.equal(summarise([[a], [b], [c]]), 'cannot_tell looped');
    assert.equal(summarise([[a], [c]]), 'cannot_tell');
  });

  it('list faults in the order of their kinds', () => {
    assert.equal(
      summarise([[says('reached', 'looped', 'forgot_fact')]]),
      'reached forgot_fact looped',
    );
  });

  it('fail if one judge gives no usable answer, or is not trusted once', () => {
    const good = says('reached');
    assert.equal(summarise([]), 'there is no judge');
    assert.equal(summarise([[good], []]), 'the judge failed: it gave no answer');
    assert.equal(summarise([[good], [fails('unreadable')]]), 'the judge failed: it is unreadable');
    assert.equal(
      summarise([[fails('unreadable'), fails('unreadable'), good]]),
      'the judge failed: it is unreadable',
    );
    assert.equal(
      summarise([[good, good, fails('untrusted')]]),
      'the judge failed: it is untrusted',
    );
  });
});
