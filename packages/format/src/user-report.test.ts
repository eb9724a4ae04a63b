import type { ComparedUsers, UserReport } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatComparedUsers, formatUserReport } from './user-report.ts';

const REPORT: UserReport = {
  model: 'sim/user',
  conversations: 90,
  faults: {
    conversations: 90,
    spoiled: 18,
    rate: 0.2,
    ci95: [0.13, 0.294],
    by_kind: { looped: 8, leaked_goal: 0, forgot_fact: 10 },
  },
  replayed: 17,
  excluded: { user_fault: 1, user_failed: 0 },
  unaudited: 0,
  turns: 4.25,
  turns_to_goal: { mean: 3.8, n: 60 },
  cost_per_conversation: 0.0012,
  calls: 400,
  usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
};
const NO_FAULTS = { ...REPORT.faults, spoiled: 0, rate: 0, ci95: [0, 0.041], by_kind: {} };

it('formatUserReport says how often the user made faults, what does not count, and what a conversation took', () => {
  assert.deepEqual(formatUserReport(REPORT), [
    'Simulated user sim/user: faults in 18 of 90 conversations (20% [13.0%, 29.4%]): forgot a fact 10, looped 8.',
    '17 conversations were played again; 1 does not count because of a fault.',
    'On average 4.3 turns per conversation, 3.8 until the goal was reached (in 60 conversations), $0.0012 for the model under test.',
  ]);
});

it('formatUserReport says nothing about replays, goals and cost that there were not', () => {
  const clean: UserReport = {
    ...REPORT,
    faults: { ...NO_FAULTS, ci95: [0, 0.041] },
    replayed: 0,
    excluded: { user_fault: 0, user_failed: 0 },
    turns_to_goal: null,
    cost_per_conversation: null,
  };
  assert.deepEqual(formatUserReport(clean), [
    'Simulated user sim/user: no faults in 90 conversations (0% [0.0%, 4.1%]).',
    'On average 4.3 turns per conversation.',
  ]);
});

it('formatUserReport counts conversations that were not audited and those whose user did not answer', () => {
  const failed: UserReport = {
    ...REPORT,
    faults: { conversations: 0, spoiled: 0, rate: null, ci95: null, by_kind: {} },
    replayed: 1,
    excluded: { user_fault: 2, user_failed: 3 },
    unaudited: 1,
    turns: null,
    turns_to_goal: null,
  };
  assert.deepEqual(formatUserReport(failed), [
    'Simulated user sim/user: no conversation was audited.',
    '1 conversation was played again; 2 do not count because of a fault; 3 do not count because the model of the user gave no message; 1 conversation was not audited.',
  ]);
});

const NO_METRIC = { baseline: null, candidate: null, delta: null, ci95: null };

it('formatComparedUsers gives both fault rates, the doubt, and the changes of turns and cost', () => {
  const compared: ComparedUsers = {
    baseline: REPORT,
    candidate: { ...REPORT, faults: { ...NO_FAULTS, ci95: [0, 0.041] } },
    p: 0.0001,
    doubt: 'the fault rates differ.',
    turns: {
      baseline: { mean: 4.2, n: 90 },
      candidate: { mean: 5, n: 90 },
      delta: 0.8,
      ci95: [0.2, 1.4],
    },
    turns_to_goal: { ...NO_METRIC, baseline: { mean: 3.8, n: 60 } },
    cost: {
      baseline: { mean: 0.001, n: 90 },
      candidate: { mean: 0.0012, n: 90 },
      delta: 0.0002,
      ci95: [0.0001, 0.0003],
    },
  };
  assert.deepEqual(formatComparedUsers(compared), [
    'Simulated user: faults in 18 of 90 conversations (20% [13.0%, 29.4%]) in the baseline, no faults in 90 conversations (0% [0.0%, 4.1%]) in the candidate, p < 0.001.',
    'No verdict because of the simulated user: the fault rates differ.',
    'Turns per conversation: 4.2 → 5.0, change +0.80 [+0.20, +1.40].',
    'Turns until the goal was reached: 3.8 → –.',
    'Cost per conversation: $0.0010 → $0.0012, change +$0.00020 [+$0.00010, +$0.00030].',
  ]);
});

it('formatComparedUsers leaves out what neither run has', () => {
  const compared: ComparedUsers = {
    baseline: null,
    candidate: REPORT,
    p: null,
    doubt: null,
    turns: NO_METRIC,
    turns_to_goal: NO_METRIC,
    cost: NO_METRIC,
  };
  assert.deepEqual(formatComparedUsers(compared), [
    'Simulated user: none in the baseline, faults in 18 of 90 conversations (20% [13.0%, 29.4%]) in the candidate.',
  ]);
});
