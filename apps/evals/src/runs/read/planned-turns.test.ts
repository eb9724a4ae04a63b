import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPlanText } from '../../db/runs/plan-text.ts';
import {
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
} from '../../testing/example-rows.ts';
import {
  createPlannedTurnCache,
  filterPlannedTurns,
  searchPlannedTurns,
  type PlannedTurn,
} from './planned-turns.ts';

const PLANNED = [
  ['Bank', 'My card is gone', { intent: 'block' }],
  ['Bank', 'Thanks', { intent: 'thank', sure: true }],
  ['Hotel', 'Late CARD', {}],
].map(([scenarioName, userMessage, labels], turnNo) => ({
  scenarioNo: 0,
  turnNo,
  scenarioName,
  userMessage,
  labels,
  checks: [],
  conversationChecks: [],
})) as readonly PlannedTurn[];

const turnNumbers = (turns: readonly PlannedTurn[] | undefined): readonly number[] | undefined =>
  turns?.map(({ turnNo }) => turnNo);

test('planned turns are filtered by part of the scenario name, ignoring case, and by an expected annotation', () => {
  assert.equal(filterPlannedTurns(PLANNED, {}), undefined);
  assert.deepEqual(turnNumbers(filterPlannedTurns(PLANNED, { scenario: 'BAN' })), [0, 1]);
  assert.deepEqual(turnNumbers(filterPlannedTurns(PLANNED, { label: 'sure:true' })), [1]);
  assert.deepEqual(
    turnNumbers(filterPlannedTurns(PLANNED, { scenario: 'hotel', label: 'intent:block' })),
    [],
  );
});

test('planned turns are searched by their user message', () => {
  assert.deepEqual(turnNumbers(searchPlannedTurns(PLANNED, 'card')), [0, 2]);
  assert.deepEqual(turnNumbers(searchPlannedTurns(PLANNED, undefined)), []);
});

test('planned turns are cached by the length of their texts, not by the number of turns', async () => {
  const cache = createPlannedTurnCache(1000);
  for (const [length, expected] of [
    [10, 1],
    [5000, 2],
  ] as const) {
    const labels = { intent: 'x'.repeat(length) };
    const interactions = [exampleInteraction({ reference_metadata: labels })];
    const plan = examplePlan({ scenarios: [exampleScenario({ interactions })] });
    const run = exampleRun({ plan });
    let reads = 0;
    const executeSql = async (): Promise<{ rows: object[] }> => {
      reads += 1;
      return { rows: [{ ...run, plan: toPlanText(plan) }] };
    };
    for (const _ of [1, 2]) {
      const [turn] = await cache.read(
        { executeSql },
        { project: run.project, runId: run.id, revision: run.revision },
      );
      assert.deepEqual(turn?.labels, labels);
    }
    assert.equal(reads, expected, `${length} characters`);
  }
});
