import type { FinishedTurn, RunEvent } from '@assay/client';

/** How far a run is, as its events tell. */
export interface Progress {
  readonly finished: number;
  readonly failed: number;
  readonly total: number;
  readonly state:
    | 'starting'
    | 'running'
    | 'grading'
    | 'stopping'
    | 'completed'
    | 'cancelled'
    | 'failed';
  /** How far the judges are, where there are any. */
  readonly marked: { readonly done: number; readonly total: number } | undefined;
  /** Turns of each scenario, by its number: how many have ended, and how many of them failed. */
  readonly scenarios: readonly ScenarioProgress[];
}

export interface ScenarioProgress {
  readonly finished: number;
  readonly failed: number;
}

export const BEFORE: Progress = {
  finished: 0,
  failed: 0,
  total: 0,
  state: 'starting',
  marked: undefined,
  scenarios: [],
};

const NOTHING: ScenarioProgress = { finished: 0, failed: 0 };

/** What a run looks like after one more event. */
export function followProgress(progress: Progress, event: RunEvent): Progress {
  switch (event.type) {
    case 'run-started':
      return { ...progress, state: 'running', total: event.data.total };
    case 'turns-finished': {
      const { finished, failed, total, turns } = event.data;
      return { ...progress, finished, failed, total, scenarios: addTurns(progress, turns) };
    }
    case 'run-cancelling':
      return { ...progress, state: 'stopping' };
    case 'run-retried':
    case 'run-rescored':
      return { ...progress, state: 'running' };
    case 'grading': {
      const { done, total } = event.data;
      const state = progress.state === 'stopping' ? 'stopping' : 'grading';
      return { ...progress, state, marked: { done, total } };
    }
    case 'run-finished':
      return { ...progress, ...event.data };
    default:
      return progress; // what a later version tells is nothing that we count
  }
}

function addTurns(
  { scenarios }: Progress,
  turns: readonly FinishedTurn[],
): readonly ScenarioProgress[] {
  const counts = [...scenarios];
  for (const [scenario, , , outcome] of turns) {
    while (counts.length <= scenario) counts.push(NOTHING);
    const { finished, failed } = counts[scenario] ?? NOTHING;
    const more = outcome === 'endpoint_failed' ? 1 : 0;
    counts[scenario] = { finished: finished + 1, failed: failed + more };
  }
  return counts;
}

export interface Pace {
  readonly perSecond: number;
  readonly leftMs: number;
}

/** How fast it goes, and how long that may take. Undefined while there is nothing to judge by. */
export function paceOf({ finished, total }: Progress, elapsedMs: number): Pace | undefined {
  if (finished === 0 || elapsedMs <= 0) return undefined;
  const perMs = finished / elapsedMs;
  return { perSecond: perMs * 1000, leftMs: (total - finished) / perMs };
}
