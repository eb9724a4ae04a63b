import type { EvaluationResponse, Headline, RunHead, RunOverview } from '@fairtrial/contracts';

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

/** For tests: what lists show of a finished run. */
export function exampleOverview(changes: Partial<RunOverview> = {}): RunOverview {
  return {
    headline: exampleHeadline(),
    ci95: null,
    latency_ms: null,
    verdict: null,
    gate: null,
    ...changes,
  };
}

/** For tests: the result of a completed run. */
export function exampleResult(changes: Partial<EvaluationResponse> = {}): EvaluationResponse {
  return {
    message: 'Evaluation completed',
    results: { scenarios: [] },
    run_id: 'b' as never,
    test_name: 'nightly',
    endpoint: 'http://x',
    model_id: 'v2',
    attempts: 5,
    weights: { reply: 0.7, metadata: 0.3 },
    pass_threshold: null,
    protocol: 'openai',
    duration_ms: 1000,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    cost: { currency: 'USD', model: null, judge: null, total: null },
    stats: {},
    passes: null,
    headline: exampleHeadline(),
    warnings: [],
    ...changes,
  };
}
