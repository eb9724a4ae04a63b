import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedTurn } from './planned-turns.ts';
import { findLines, findSaid } from './find-planned-turns.ts';

const SCRIPT = [
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

const turnsOf = (lines: readonly PlannedTurn[] | undefined): readonly number[] | undefined =>
  lines?.map(({ turnNo }) => turnNo);

test('lines are found by part of a name and by an expected annotation, in any case', () => {
  assert.equal(findLines(SCRIPT, { scenario: undefined, label: undefined }), undefined);
  assert.deepEqual(turnsOf(findLines(SCRIPT, { scenario: 'BAN', label: undefined })), [0, 1]);
  assert.deepEqual(
    turnsOf(findLines(SCRIPT, { scenario: undefined, label: ['sure', 'true'] })),
    [1],
  );
  assert.deepEqual(
    turnsOf(findLines(SCRIPT, { scenario: 'hotel', label: ['intent', 'block'] })),
    [],
  );
});

test('lines are found by what the user says', () => {
  assert.deepEqual(turnsOf(findSaid(SCRIPT, 'card')), [0, 2]);
  assert.deepEqual(turnsOf(findSaid(SCRIPT, undefined)), []);
});
