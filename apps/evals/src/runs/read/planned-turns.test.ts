import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterPlannedTurns, searchPlannedTurns, type PlannedTurn } from './planned-turns.ts';

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
})) as readonly PlannedTurn[];

const turnNumbers = (turns: readonly PlannedTurn[] | undefined): readonly number[] | undefined =>
  turns?.map(({ turnNo }) => turnNo);

test('planned turns are filtered by part of the scenario name, ignoring case, and by an expected annotation', () => {
  assert.equal(filterPlannedTurns(PLANNED, { scenario: undefined, label: undefined }), undefined);
  assert.deepEqual(
    turnNumbers(filterPlannedTurns(PLANNED, { scenario: 'BAN', label: undefined })),
    [0, 1],
  );
  assert.deepEqual(
    turnNumbers(filterPlannedTurns(PLANNED, { scenario: undefined, label: ['sure', 'true'] })),
    [1],
  );
  assert.deepEqual(
    turnNumbers(filterPlannedTurns(PLANNED, { scenario: 'hotel', label: ['intent', 'block'] })),
    [],
  );
});

test('planned turns are searched by their user message', () => {
  assert.deepEqual(turnNumbers(searchPlannedTurns(PLANNED, 'card')), [0, 2]);
  assert.deepEqual(turnNumbers(searchPlannedTurns(PLANNED, undefined)), []);
});
