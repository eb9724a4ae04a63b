import type { RunState } from '@fairtrial/contracts';
import { readRuns, writeRuns } from '../../format/picked-runs.ts';
import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

export const RUN_STATES = ['running', 'cancelling', 'completed', 'cancelled', 'failed'] as const;

/** The search parameters of the list of runs. */
export interface RunsSearch {
  readonly q?: string;
  readonly state?: RunState;
  /** A state that does not exist; the screen reports it. */
  readonly unknown_state?: string;
  readonly model_id?: string;
  readonly tag?: string;
  /** The row that `j` and `k` move from. */
  readonly row?: number;
  /** Runs picked for a comparison. */
  readonly picked?: string;
}

export function readRunsSearch(search: Readonly<Record<string, unknown>>): RunsSearch {
  const state = readOneOf(search['state'], RUN_STATES);
  return compact({
    q: readText(search['q']),
    state,
    unknown_state:
      state === undefined ? readText(search['state'] ?? search['unknown_state']) : undefined,
    model_id: readText(search['model_id']),
    tag: readText(search['tag']),
    row: readOrdinal(search['row']),
    picked: writeRuns(readRuns(search['picked'])),
  });
}
