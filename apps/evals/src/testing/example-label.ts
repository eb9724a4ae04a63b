import { RunId } from '@fairtrial/contracts';
import { randomUUIDv7 } from 'node:crypto';
import type { LabelRow, NewLabel } from '../db/labels/labels.ts';

const RUN = RunId.parse(randomUUIDv7());

/** A stored label for tests: every field has a value, and a test overrides the fields that matter to it. */
export function exampleLabel(changes: Partial<LabelRow> = {}): LabelRow {
  return {
    runId: RUN,
    scenarioNo: 0,
    attemptNo: 0,
    try: 0,
    checkId: '',
    labeller: 'Ada',
    passed: true,
    note: null,
    drawId: null,
    isBlind: false,
    judgePassed: true,
    judgeDigest: 'digest',
    createdAt: new Date(0),
    ...changes,
  };
}

/** A label to store. */
export function exampleNewLabel(changes: Partial<NewLabel> = {}): NewLabel {
  const { isBlind: _isBlind, createdAt: _createdAt, ...row } = exampleLabel();
  return { ...row, isRevealed: false, revision: 1, createdBy: undefined, ...changes };
}
