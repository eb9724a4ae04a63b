import type { RunEvent } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEvent, estimateSpeed, INITIAL_PROGRESS } from './run-progress.ts';

const EVENTS: readonly RunEvent[] = [
  { id: 1, type: 'run-started', data: { total: 4 } },
  {
    id: 2,
    type: 'turns-finished',
    data: {
      finished: 2,
      failed: 1,
      total: 4,
      turns: [
        [0, 0, 0, 'answered'],
        [2, 0, 0, 'endpoint_failed'],
      ],
    },
  },
  { id: 3, type: 'run-cancelling', data: {} },
];

test('applyEvent accumulates events into the progress of a run', () => {
  const progress = EVENTS.reduce(applyEvent, INITIAL_PROGRESS);
  assert.deepEqual(progress, {
    finished: 2,
    failed: 1,
    total: 4,
    state: 'stopping',
    graded: undefined,
    scenarios: [
      { finished: 1, failed: 0 },
      { finished: 0, failed: 0 },
      { finished: 1, failed: 1 },
    ],
  });
  const ended = applyEvent(progress, {
    id: 4,
    type: 'run-finished',
    data: { state: 'cancelled', finished: 2, failed: 1, total: 4 },
  });
  assert.equal(ended.state, 'cancelled');
});

test('applyEvent enters grading after the last turn', () => {
  const begun = applyEvent(INITIAL_PROGRESS, { id: 1, type: 'run-started', data: { total: 4 } });
  const grading = applyEvent(begun, { id: 2, type: 'grading', data: { done: 1, total: 4 } });
  assert.deepEqual([grading.state, grading.graded], ['grading', { done: 1, total: 4 }]);
});

test('applyEvent returns to running if conversations are played again because their simulated user spoiled them', () => {
  const graded = { done: 4, total: 4 };
  const grading = applyEvent(INITIAL_PROGRESS, { id: 1, type: 'grading', data: graded });
  const data = { attempts: 2, total: 12 };
  const replayed = applyEvent(grading, { id: 2, type: 'run-replayed', data });
  assert.deepEqual([replayed.state, replayed.total], ['running', 12]);
});

test('applyEvent counts all turns of a completed run as judged, and only the reported ones of a cancelled run', () => {
  const counts = { finished: 4, failed: 0, total: 4 };
  const grading = applyEvent(INITIAL_PROGRESS, {
    id: 1,
    type: 'grading',
    data: { done: 1, total: 4 },
  });
  const judged = (['completed', 'cancelled'] as const).map((state) => {
    const data = { ...counts, state };
    return applyEvent(grading, { id: 2, type: 'run-finished', data }).graded;
  });
  assert.deepEqual(judged, [
    { done: 4, total: 4 },
    { done: 1, total: 4 },
  ]);
});

test('applyEvent ignores unknown event types', () => {
  const later = { id: 9, type: 'moon-rose', data: { done: 1 } } as unknown as RunEvent;
  assert.equal(applyEvent(INITIAL_PROGRESS, later), INITIAL_PROGRESS);
});

test('estimateSpeed uses the whole run', () => {
  const progress = EVENTS.reduce(applyEvent, INITIAL_PROGRESS);
  assert.deepEqual(estimateSpeed(progress, 1000), { perSecond: 2, remainingMs: 1000 });
  assert.equal(estimateSpeed(INITIAL_PROGRESS, 1000), undefined);
  assert.equal(estimateSpeed(progress, -5), undefined); // clocks differ
});
