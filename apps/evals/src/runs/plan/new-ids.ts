import { RunId } from '@fairtrial/contracts';
import { randomUUID } from 'node:crypto';

/**
 * Returns the ids of two runs that start at this time; the second sorts as the newer one. They are version 7 UUIDs,
 * which start with the time in milliseconds: runs are sorted by it, and it selects the partition of a run's rows.
 */
export function newRunIds(time: Date): readonly [older: RunId, newer: RunId] {
  const [one, other] = [newRunId(time), newRunId(time)];
  return one < other ? [one, other] : [other, one];
}

function newRunId(time: Date): RunId {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  const start = `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7`;
  return RunId.parse(`${start}${randomUUID().slice(start.length)}`);
}

/** A lane is a job. A run has as many lanes as concurrent conversations. */
export function newLaneIds(count: number): readonly string[] {
  return Array.from({ length: count }, () => randomUUID());
}
