import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import { attemptPassed, turnPassed } from './passing.ts';

const HELD = { passed: true };
const BROKEN = { passed: false };

function turn(overall: number | null | undefined, ...checks: { passed: boolean | null }[]) {
  const scores = overall === undefined ? {} : { overall };
  return { isAnswered: true, scores, checks };
}

describe('turnPassed', () => {
  it('turnPassed is true if the score reaches the threshold and all checks pass', () => {
    assert.equal(turnPassed(turn(0.6), 0.6), true);
    assert.equal(turnPassed(turn(0.59), 0.6), false);
    assert.equal(turnPassed(turn(0.9, HELD, BROKEN), 0.6), false);
    assert.equal(turnPassed(turn(0.9, HELD), 0.6), true);
  });

  it('turnPassed depends only on the checks without a threshold or an overall score', () => {
    assert.equal(turnPassed(turn(0.1, HELD), undefined), true);
    assert.equal(turnPassed(turn(0.9, BROKEN), undefined), false);
    assert.equal(turnPassed(turn(undefined, HELD), 0.6), true);
  });

  it('turnPassed is undefined if the request failed', () => {
    assert.equal(turnPassed({ ...turn(null), isAnswered: false }, 0), undefined);
    const unchecked = { ...turn(undefined, { passed: null }), isAnswered: false };
    assert.equal(turnPassed(unchecked, undefined), undefined);
  });

  it('turnPassed is undefined without threshold and checks, and if the score is null', () => {
    assert.equal(turnPassed(turn(0.9), undefined), undefined);
    assert.equal(turnPassed(turn(undefined), 0.6), undefined);
    assert.equal(turnPassed(turn(null, HELD), 0.6), undefined);
    assert.equal(turnPassed(turn(null, BROKEN), 0.6), false);
  });
});

describe('attemptPassed', () => {
  const base = { turnNo: 0, outcome: 'answered', openChecks: null } as const;
  const yes = { ...base, passed: true, scores: { overall: 1 } };
  const no = { ...base, passed: false, scores: { overall: 0 } };
  const open = { ...base, passed: null, scores: { overall: null } };
  const aside = { ...base, passed: null, scores: {} };
  const failed = { ...aside, outcome: 'endpoint_failed' } as const;
  const checks = [{ text: 'Asks which card' }, { text: 'Is kind', optional: true }];
  const scenario = exampleScenario({ checks, interactions: [exampleInteraction({ checks })] });

  const passes = (
    turns: Parameters<typeof attemptPassed>[0],
    threshold?: number,
  ): boolean | undefined => attemptPassed(turns, scenario, threshold);

  it('attemptPassed is true if no turn failed and at least one passed', () => {
    assert.equal(passes([yes, aside, yes], 0.5), true);
    assert.equal(passes([yes, no, open], 0.5), false);
    assert.equal(passes([yes, open], 0.5), undefined);
    assert.equal(passes([yes, open]), true);
    assert.equal(passes([aside], 0.5), undefined);
  });

  it('attemptPassed is undefined if a request failed, unless another turn did not pass', () => {
    assert.equal(passes([yes, failed]), undefined);
    assert.equal(passes([no, failed]), false);
  });

  it('attemptPassed is undefined if a required check is not decided, whatever scores are shown', () => {
    const conversation = { turnNo: null, passed: null, scores: {} };
    assert.equal(passes([yes, { ...aside, openChecks: [0] }]), undefined);
    assert.equal(passes([yes, { ...conversation, openChecks: [0, 1] }]), undefined);
    assert.equal(passes([no, { ...conversation, openChecks: [0] }]), false);
  });

  it('attemptPassed does not depend on an optional check that is not decided', () => {
    assert.equal(passes([yes, { ...aside, openChecks: [1] }]), true);
  });
});
