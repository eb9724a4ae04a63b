import { DEFAULT_MARGIN } from '@fairtrial/contracts/plain';
import type { ComparedScenario, Comparison, ScenarioVerdict } from '@fairtrial/contracts';
import { exampleHeadline } from './example-run.ts';

/** For tests: a scenario with this change, with or without a verdict. */
export function exampleScenario(
  name: string,
  delta: number,
  result?: ScenarioVerdict['result'],
): ComparedScenario {
  const no = Number(/\d+$/.exec(name)?.[0] ?? 0);
  return {
    scenario_id: name,
    name,
    baseline_no: no,
    candidate_no: no,
    baseline: { mean: 0.8, n: 5 },
    candidate: { mean: 0.8 + delta, n: 5 },
    delta,
    doubt: null,
    same_replies: false,
    verdict:
      result === undefined
        ? null
        : {
            result,
            delta,
            se: 0.01,
            p: 0.01,
            interval: [delta - 0.02, delta + 0.02],
            confidence: 0.95,
            smallest_detectable: null,
            adjusted_p: 0.02,
          },
  };
}

const RUN = {
  test_name: 'nightly',
  created_at: '2026-11-14T21:40:00Z',
  turns: { finished: 10, total: 10 },
  incomplete_attempts: 0,
  availability: 1,
  coverage: 1,
  latency_ms: { median: 100, p95: 200 },
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};

/** For tests: a comparison of two runs with these scenarios. */
export function exampleComparison(changes: Partial<Comparison> = {}): Comparison {
  const scenarios = changes.scenarios ?? [];
  return {
    baseline: { ...RUN, run_id: 'a' as never, model_id: 'v1' },
    candidate: { ...RUN, run_id: 'b' as never, model_id: 'v2' },
    headline: exampleHeadline({ result: 'inconclusive' }),
    basis: 'judge',
    metric: 'overall',
    margin: DEFAULT_MARGIN,
    on_this_suite: null,
    in_general: null,
    compared: scenarios.length,
    min_attempts: 5,
    interleaved: false,
    between_runs: null,
    incomparable: null,
    cost: { currency: 'USD', baseline: null, candidate: null, delta: null },
    contradictions: null,
    scenarios,
    interactions: [],
    changed: [],
    unmatched: { scenarios: [] },
    metrics: { overall: { baseline: null, candidate: null, delta: -0.01, ci95: null } },
    labels: {},
    differences: [],
    passes: null,
    warnings: [],
    ...changes,
  };
}
