import type { Headline, RunHead } from '@assay/contracts';

/** For tests: the headline of a run that passed. */
export function exampleHeadline(changes: Partial<Headline> = {}): Headline {
  return {
    result: 'passed',
    status: 'pass',
    exit_code: 0,
    basis: 'judge',
    title: 'overall 0.839',
    why: 'No required check failed.',
    next: null,
    ...changes,
  };
}

/** For tests: a completed run. */
export function exampleRun(changes: Partial<RunHead> = {}): RunHead {
  return {
    run_id: 'b' as never,
    project: 'p',
    state: 'completed',
    test_name: 'nightly',
    endpoint: 'http://x',
    model_id: 'v2',
    attempts: 5,
    tags: [],
    branch: null,
    dataset: null,
    pinned: false,
    created_at: '2026-11-14T21:40:00Z',
    finished_at: '2026-11-14T21:41:00Z',
    turns: { finished: 10, total: 10 },
    failed_turns: 0,
    budget: null,
    stopped_by: null,
    scores: { overall: 0.839 },
    overview: null,
    ...changes,
  };
}
