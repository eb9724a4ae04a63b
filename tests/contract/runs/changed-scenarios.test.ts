import { type Client, createClient } from '@fairtrial/client';
import type { EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { rescore } from '../../support/calls/run-api.ts';
import { startEchoEndpoint } from '../../support/data/judged-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import type { Stub } from '../../support/stubs/start-stub.ts';

interface Turn {
  readonly user_message: string;
  readonly reference_reply: string;
  readonly checks?: readonly object[];
}

function scenario(id: string, changes: Partial<Turn> = {}): object {
  const turn = { user_message: `about ${id}`, reference_reply: `about ${id}`, ...changes };
  return { id, name: `the ${id}`, interactions: [turn] };
}

/** The echo endpoint repeats the message, so another reference is a loss of score. */
const OTHER = { reference_reply: 'nothing of this' };
const SUITE = [scenario('card'), scenario('refund'), scenario('greet')];
const CHANGED = [scenario('card'), scenario('refund', OTHER), scenario('greet')];
const NONE_EQUAL = ['card', 'refund', 'greet'].map((id) => scenario(id, OTHER));

describe('comparing runs with changed scenarios', () => {
  let echo: Stub;
  let evals: Service;
  let client: Client;
  let baseline: EvaluationResponse;

  before(async () => {
    echo = await startEchoEndpoint();
    evals = await startService('evals');
    client = createClient({ baseUrl: evals.url });
    baseline = await play(SUITE);
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  const play = (test_batch: readonly object[], changes: object = {}): Promise<EvaluationResponse> =>
    evaluate(evals, { endpoint: `${echo.url}/v1`, attempts: 5, test_batch, ...changes });

  it('a changed scenario is listed, and neither verdicts nor gates nor means count it', async () => {
    const gates = ['delta(overall) > -0.5', 'no regression'];
    const run = await play(CHANGED, { baseline: baseline.run_id, gates });
    const { comparison, gate, headline } = run;
    assert.ok(comparison);
    assert.deepEqual(comparison.changed, [
      {
        scenario_id: 'refund',
        name: 'the refund',
        baseline: 1,
        candidate: 1,
        parts: ['references'],
      },
    ]);
    assert.deepEqual(
      comparison.scenarios.map(({ scenario_id }) => scenario_id),
      ['card', 'greet'],
    );
    assert.equal(comparison.compared, 2);
    assert.equal(comparison.interactions.length, 2);
    const { baseline: old, candidate: now, delta } = comparison.metrics['overall'] ?? {};
    assert.deepEqual([old, now, delta], [{ mean: 1, n: 10 }, { mean: 1, n: 10 }, 0]);
    assert.equal(gate?.verdict, 'pass');
    assert.match(headline.why, /1 changed scenario was not compared \(references\)/);
    assert.equal(comparison.candidate.turns.finished, 15, 'the run has all its turns');
    assert.ok((run.stats['overall']?.mean ?? 1) < 0.9, 'its own mean has all its scenarios');
  });

  it('a gate on the run itself counts the changed scenario', async () => {
    const gates = ['overall >= 0.9', 'no regression'];
    const run = await play(CHANGED, { baseline: baseline.run_id, gates });
    assert.deepEqual(
      run.gate?.gates.map(({ verdict }) => verdict),
      ['fail', 'pass'],
    );
  });

  it('if no scenario has equal content, gates with a baseline are inconclusive and name the change', async () => {
    const gates = ['delta(overall) > -0.9', 'delta(overall[card*]) > -0.9', 'no regression'];
    const run = await play(NONE_EQUAL, { baseline: baseline.run_id, gates });
    const { headline, gate } = run;
    assert.deepEqual([headline.result, headline.exit_code], ['gates_inconclusive', 1]);
    assert.match(headline.next ?? '', /^Start a new baseline: pin this run/);
    assert.deepEqual(
      gate?.gates.map(({ verdict, value }) => [verdict, value]),
      gates.map(() => ['inconclusive', null]),
    );
    const [all, some, regression] = gate?.gates.map(({ sentence }) => sentence) ?? [];
    assert.match(all ?? '', /no scenario that matches '\*' has equal content.*3 changed scenarios/);
    assert.match(some ?? '', /'card\*' has equal content in both runs: 1 changed scenario was/);
    assert.match(regression ?? '', /no scenario with equal content: 3 changed scenarios were/);
    const found = await client.request('GET /compare', {
      query: { baseline: baseline.run_id, candidate: run.run_id },
    });
    assert.deepEqual(
      [found.headline.result, found.headline.status],
      ['inconclusive', 'inconclusive'],
    );
    assert.equal(found.on_this_suite, null);
  });

  it('rows with a baseline have no baseline mean of a changed scenario', async () => {
    const { run_id } = await play(CHANGED);
    const { rows } = await client.request('GET /runs/:run_id/rows', {
      run_id,
      query: { baseline: baseline.run_id },
    });
    assert.deepEqual(
      Object.fromEntries(rows.map((row) => [row.scenario_name, row.baseline_mean])),
      { 'the card': 1, 'the greet': 1, 'the refund': null },
    );
  });

  it('a rescore with other checks changes the scenarios of that run, and a rescore of the other makes them equal', async () => {
    const run = await play(SUITE);
    const checked = [scenario('card', { checks: [{ max_words: 1 }] }), ...SUITE.slice(1)];
    await rescore(evals, run.run_id, { test_batch: checked });
    const query = { baseline: baseline.run_id, candidate: run.run_id };
    const found = await client.request('GET /compare', { query });
    assert.deepEqual(
      found.changed?.map(({ scenario_id, parts }) => [scenario_id, parts]),
      [['card', ['checks']]],
    );
    const other = await play(SUITE);
    await rescore(evals, other.run_id, { test_batch: checked });
    const again = await client.request('GET /compare', {
      query: { ...query, baseline: other.run_id },
    });
    assert.deepEqual([again.changed, again.compared], [[], 3]);
  });

  it('if only checks differ, the next step is a rescore', async () => {
    const with1 = SUITE.slice(0, 1);
    const [first, second] = [
      await play(with1),
      await play([scenario('card', { checks: [{ max_words: 9 }] })]),
    ];
    const { headline } = await client.request('GET /compare', {
      query: {
        baseline: first.run_id,
        candidate: second.run_id,
      },
    });
    assert.match(headline.next ?? '', /Rescore one of the runs with the checks of the other/);
  });

  it('with stop_early, a changed scenario is never decided and is played to the end', async () => {
    const fixed = await play(SUITE, { attempts: 20 });
    const asked = { attempts: 20, stop_early: true, baseline: fixed.run_id };
    const run = await play(CHANGED, asked);
    assert.deepEqual(
      run.sequential?.scenarios.map(({ scenario_id, decided_at }) => [
        scenario_id,
        decided_at !== null,
      ]),
      [
        ['card', true],
        ['refund', false],
        ['greet', true],
      ],
    );
    assert.equal(run.sequential?.scenarios[1]?.attempts, 20);
    assert.equal(run.comparison?.changed?.length, 1);
    assert.equal(run.gate?.verdict, 'pass');
  });

  it('the history of a test does not compare a scenario with runs before its change', async () => {
    const test_name = 'changing';
    for (const batch of [SUITE, SUITE, CHANGED, CHANGED]) await play(batch, { test_name });
    const history = await client.request('GET /history', { query: { test_name } });
    const refund = history.scenarios.find(({ scenario_id }) => scenario_id === 'refund');
    const cells = refund?.cells ?? [];
    assert.deepEqual(
      cells.map((cell) => cell?.change),
      [null, null, null, null],
    );
    assert.ok((cells[0]?.mean ?? 0) > (cells[3]?.mean ?? 1), 'although its score fell');
  });

  it('exports list the changed scenarios', async () => {
    const { run_id } = await play(CHANGED, { baseline: baseline.run_id });
    const markdown = await (
      await client.fetch('GET /runs/:run_id/export', { run_id, query: { format: 'md' } })
    ).text();
    assert.match(markdown, /\*\*Scenarios\*\*: .*, 1 changed, not compared/);
    assert.match(
      markdown,
      /\*\*Changed scenarios: not compared \(references\)\*\*: ` the refund `/,
    );
    const junit = await (
      await client.fetch('GET /runs/:run_id/export', { run_id, query: { format: 'junit' } })
    ).text();
    assert.match(junit, /name="changed_scenarios" value="1"/);
  });
});
