import { RunHead as RunHeadView, RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RunHead } from '../../db/runs/run-head.ts';
import { exampleHeadline } from '../../testing/example-result.ts';
import { viewRun } from './view-run.ts';

const OVERVIEW = {
  headline: exampleHeadline(),
  ci95: null,
  latency_ms: null,
  verdict: null,
  gate: null,
};

function head(changes: Partial<RunHead>): RunHead {
  return {
    id: RunId.parse('01a1dcd3-b938-70ec-9762-1d939ad9c69d'),
    project: 'default',
    name: 't',
    endpoint: 'http://x',
    modelId: 'm',
    attempts: 1,
    concurrency: 1,
    tags: [],
    branch: null,
    dataset: null,
    revision: 1,
    isPinned: false,
    state: 'completed',
    isCancelled: false,
    stopGrading: false,
    stoppedBy: null,
    callBudget: null,
    callsReserved: 0,
    createdAt: new Date(),
    finishedAt: new Date(),
    turnsTotal: 10,
    turnsFinished: 10,
    turnsFailed: 0,
    scores: { overall: 0.5 },
    overview: OVERVIEW,
    ...changes,
  };
}

it('viewRun shows the stored headline', () => {
  const { overview, scores } = RunHeadView.parse(viewRun(head({})));
  assert.deepEqual([overview, scores], [OVERVIEW, { overall: 0.5 }]);
});

it('viewRun shows no scores for a run that the service failed, although it had passed before', () => {
  const { overview, scores } = RunHeadView.parse(viewRun(head({ state: 'failed' })));
  assert.equal(scores, null);
  assert.deepEqual(
    [overview?.headline.result, overview?.headline.exit_code],
    ['service_failed', 4],
  );
});

it('viewRun hides the secrets in the endpoint URL', () => {
  const { endpoint } = viewRun(head({ endpoint: 'https://x/v1?api-version=1&key=abc' }));
  assert.equal(endpoint, 'https://x/v1?api-version=1&key=[secret]');
});

it('viewRun shows no headline for an unfinished run', () => {
  assert.equal(viewRun(head({ state: 'running' })).overview, null);
});
