import { RunId } from '@assay/contracts';
import { randomUUID } from 'node:crypto';

/**
 * Ids of two runs that begin at this time, of which the second sorts as the newer. They are UUIDs of version 7, which begin
 * with the time in milliseconds: runs are sorted by it, and it decides which partition the rows of a run are in.
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
