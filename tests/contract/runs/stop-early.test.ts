import { Problem, type EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate, postEvaluate } from '../../support/calls/evaluate.ts';
import { readEvents } from '../../support/calls/read-events.ts';
import { assertCounted, createBatch, rescore, viewRun } from '../../support/calls/run-api.ts';
import { runSamples } from '../../support/data/sample-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startUnsteady, unsteadyBatch } from '../../support/stubs/start-unsteady.ts';

let simulator: Service;
let evals: Service;
let baseline: EvaluationResponse;

before(async () => {
  simulator = await startService('simulator');
  evals = await startService('evals');
  baseline = await play({ attempts: 20, concurrency: 32 });
});
after(async () => {
  await evals[Symbol.asyncDispose]();
  await simulator[Symbol.asyncDispose]();
});

/** Plays the nine samples, each with its own scores. */
function play(changes: object): Promise<EvaluationResponse> {
  const endpoint = `${simulator.url}/v1`;
  return runSamples(evals, { endpoint, model_id: 'sim/v1', ...changes });
}

function playEarly(changes: object = {}): Promise<EvaluationResponse> {
  const asked = { attempts: 20, concurrency: 32, stop_early: true, baseline: baseline.run_id };
  return play({ ...asked, ...changes });
}

/** Attempts in the answer, by scenario. */
function countAttempts({ results }: EvaluationResponse): readonly number[] {
  return results.scenarios.map(({ attempts }) => attempts.length);
}

describe('a run with stop_early', () => {
  it('plays less than half of the attempts if nothing changed, and finds nothing', async () => {
    const run = await playEarly();
    assert.ok(run.sequential);
    const { decided, attempts, looks, scenarios, sentence } = run.sequential;
    assert.equal(decided, true);
    assert.equal(attempts.planned, 180);
    assert.ok(attempts.played < 90, `${attempts.played} attempts`);
    assert.deepEqual(
      looks.map((look) => [look.attempts, look.level]),
      [
        [6, 0.01],
        [10, 0.015],
        [20, 0.025],
      ],
    );
    assert.deepEqual(
      scenarios.map((scenario) => scenario.attempts),
      countAttempts(run),
    );
    assert.match(
      sentence,
      /^Stopped early: \d+ of 180 attempts were played\. Decided: \d scenario/,
    );
    assert.ok(run.headline.why.endsWith(sentence), run.headline.why);
    assert.equal(run.comparison?.candidate.incomplete_attempts, 0);
    const results = run.comparison?.scenarios.map(({ verdict }) => verdict?.result);
    assert.deepEqual(new Set(results), new Set(['no_change_found']));
    assert.deepEqual(run.warnings, baseline.warnings);
  });

  it('finds a regression at the first look, and plays that scenario no further', async () => {
    const run = await playEarly({ model_id: 'sim/v2' });
    const at = run.comparison?.scenarios.findIndex(({ name }) => name === 'bank-lost-card') ?? -1;
    const { verdict } = run.comparison?.scenarios[at] ?? {};
    assert.equal(verdict?.result, 'regressed');
    assert.ok(verdict.confidence > 0.99, 'the interval has the level of the look');
    assert.deepEqual(
      [run.sequential?.scenarios[at]?.attempts, run.sequential?.scenarios[at]?.decided_at],
      [6, 1],
    );
    assert.equal(countAttempts(run)[at], 6);
  });

  it('counts only the turns of the attempts that it played', async () => {
    const run = await playEarly({ model_id: 'sim/v2' });
    const { turns, state } = await viewRun(evals, run.run_id);
    const played = run.results.scenarios.flatMap(({ attempts }) =>
      attempts.flatMap(({ interactions }) => interactions),
    ).length;
    assert.deepEqual([state, turns], ['completed', { finished: played, total: played }]);
  });

  it('adds attempts only to the scenarios that are not decided, up to the last look', async () => {
    await using endpoint = await startUnsteady();
    const asked = { endpoint: `${endpoint.url}/v1`, attempts: 20, test_batch: unsteadyBatch() };
    const fixed = await evaluate(evals, asked);
    const earlier = endpoint.requests.length;
    const run = await evaluate(evals, { ...asked, stop_early: true, baseline: fixed.run_id });
    assert.deepEqual(countAttempts(run), [5, 20]);
    assert.equal(endpoint.requests.length - earlier, 25);
    assert.deepEqual(
      run.sequential?.looks.map(({ decided }) => decided),
      [1, 0, 1],
    );
    const events = await readEvents(evals, run.run_id);
    assert.deepEqual(
      events.filter(({ event }) => event === 'run-look').map(({ data }) => data),
      [
        { look: 1, attempts: 5, total: 15 },
        { look: 2, attempts: 10, total: 25 },
        { look: 3, attempts: 0, total: 25 },
      ],
    );
    await assertCounted(evals, run.run_id);
  });

  it('takes no look if too few requests are answered, and ends', async () => {
    await using endpoint = await startUnsteady();
    const asked = { endpoint: `${endpoint.url}/v1`, attempts: 20, test_batch: unsteadyBatch() };
    const fixed = await evaluate(evals, asked);
    const run = await evaluate(evals, {
      ...asked,
      model_id: 'failing',
      stop_early: true,
      baseline: fixed.run_id,
    });
    assert.deepEqual(countAttempts(run), [5, 5]);
    assert.equal(run.sequential?.decided, false);
    assert.equal(run.headline.result, 'requests_failed');
    assert.match(run.warnings.join(), /fewer than 95 % of its turns were answered and scored/);
  });

  it('compares the first look as fixed attempts after a rescore', async () => {
    const { run_id } = await playEarly();
    const { result } = await rescore(evals, run_id, { pass_threshold: 0.1 });
    assert.equal(result?.sequential?.decided, false);
    const warning = result.warnings.find((text) => text.startsWith('The looks at this run'));
    assert.match(warning ?? '', /rescored after it had stopped: only the first 6 attempts/);
    const [scenario] = result.comparison?.scenarios ?? [];
    assert.equal(scenario?.candidate?.n, 6);
  });

  it('is never the latest baseline, because its attempts are not fixed', async () => {
    const named = { test_name: 'early', gates: ['allow regression'], baseline: 'latest' };
    const first = await playEarly(named);
    assert.deepEqual(new Set(countAttempts(first)), new Set([20]));
    assert.match(first.warnings.join(), /stop_early has no effect: no run of 'early' has passed/);
    const second = await playEarly(named);
    const third = await playEarly(named);
    assert.ok(second.sequential);
    assert.deepEqual(
      [second.baseline?.run_id, third.baseline?.run_id],
      [first.run_id, first.run_id],
    );
  });

  it('says that it cannot stop early if the first look is its end', async () => {
    const run = await playEarly({ attempts: 5 });
    assert.equal(run.sequential, undefined);
    assert.match(
      run.warnings.join(),
      /stop_early has no effect: 9 scenarios can stop after 6 attempts, and the run has 5/,
    );
  });
});

describe('stop_early is refused', () => {
  async function refuse(changes: object): Promise<Problem> {
    const asked = { test_batch: createBatch(9, 1), attempts: 20, stop_early: true, ...changes };
    const { status, body } = await postEvaluate(evals, createRequest(asked));
    assert.equal(status, 422, JSON.stringify(body));
    const problem = Problem.parse(body);
    assert.equal(problem.errors?.[0]?.pointer, '/stop_early');
    return problem;
  }

  it('without a baseline', async () => {
    assert.match((await refuse({})).detail, /set baseline to latest, pinned, or the id of a run/);
  });

  it('with against', async () => {
    assert.match((await refuse({ against: 'sim/v2' })).detail, /cannot be used with against/);
  });

  it('with a baseline that has fewer attempts than the last look', async () => {
    const few = await play({ attempts: 10 });
    const { detail } = await refuse({ baseline: few.run_id });
    assert.match(detail, /needs a baseline with 20 fixed attempts.*it has 10 attempts/);
  });

  it('with a baseline that stopped early itself', async () => {
    const early = await playEarly();
    const { detail } = await refuse({ baseline: early.run_id });
    assert.match(detail, /it was started with stop_early/);
  });
});
