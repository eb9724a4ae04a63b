import type { FinishedTurn, RunEvent } from '@fairtrial/client';

/** The progress of a run, computed from its events. */
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
  /** `undefined` until the first turn is graded. */
  readonly graded: { readonly done: number; readonly total: number } | undefined;
  /** Turns of each scenario, by scenario number. */
  readonly scenarios: readonly ScenarioProgress[];
}

export interface ScenarioProgress {
  readonly finished: number;
  readonly failed: number;
}

export const INITIAL_PROGRESS: Progress = {
  finished: 0,
  failed: 0,
  total: 0,
  state: 'starting',
  graded: undefined,
  scenarios: [],
};

export function isEnded({ state }: Pick<Progress, 'state'>): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed';
}

const NO_TURNS: ScenarioProgress = { finished: 0, failed: 0 };

/** Returns the progress after one more event. */
export function applyEvent(progress: Progress, event: RunEvent): Progress {
  switch (event.type) {
    case 'run-started':
      return { ...progress, state: 'running', total: event.data.total };
    case 'turns-finished': {
      const { finished, failed, total, turns } = event.data;
      return { ...progress, finished, failed, total, scenarios: addTurns(progress, turns) };
    }
    case 'run-cancelling':
      return { ...progress, state: 'stopping' };
    case 'run-look':
    case 'run-replayed':
      return { ...progress, state: 'running', total: event.data.total };
    case 'run-retried':
    case 'run-rescored':
      return { ...progress, state: 'running' };
    case 'grading': {
      const { done, total } = event.data;
      const state = progress.state === 'stopping' ? 'stopping' : 'grading';
      return { ...progress, state, graded: { done, total } };
    }
    case 'run-finished':
      return { ...progress, ...event.data, graded: endGrading(progress, event.data.state) };
    default:
      return progress; // a newer service can send more types
  }
}

/** The last `grading` events can be missing, because the service sends few of them; a completed run is graded. */
function endGrading({ graded }: Progress, state: string): Progress['graded'] {
  return graded && state === 'completed' ? { ...graded, done: graded.total } : graded;
}

function addTurns(
  { scenarios }: Progress,
  turns: readonly FinishedTurn[],
): readonly ScenarioProgress[] {
  const counts = [...scenarios];
  for (const [scenario, , , outcome] of turns) {
    while (counts.length <= scenario) counts.push(NO_TURNS);
    const { finished, failed } = counts[scenario] ?? NO_TURNS;
    const more = outcome === 'endpoint_failed' ? 1 : 0;
    counts[scenario] = { finished: finished + 1, failed: failed + more };
  }
  return counts;
}

export interface Speed {
  readonly perSecond: number;
  readonly remainingMs: number;
}

/** Speed and remaining time; `undefined` before the first turn. */
export function estimateSpeed({ finished, total }: Progress, elapsedMs: number): Speed | undefined {
  if (finished === 0 || elapsedMs <= 0) return undefined;
  const perMs = finished / elapsedMs;
  return { perSecond: perMs * 1000, remainingMs: (total - finished) / perMs };
}
