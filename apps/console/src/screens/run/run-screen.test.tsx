import type { EvaluationResponse, RunHead, RunPasses } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exampleHeadline,
  exampleOverview,
  exampleResult,
  exampleRun,
} from '../../testing/example-run.ts';
import {
  elementsOf,
  exampleProblem,
  renderScreen,
  textOf,
  type Answers,
} from '../../testing/render-screen.tsx';

const RUN = '01a1df05-62a3-7198-8bde-e64d54876109';

/** Renders the page of a run with these changes to its head and its result. */
function show(
  head: Partial<RunHead>,
  result: Partial<EvaluationResponse> = {},
  query = '',
): Promise<string> {
  const rows = { total: 0, error: 0, failed: 0, flaky: 0, passed: 0, scored: 0, unscored: 0 };
  const answers: Answers = {
    '/runs': { runs: [], next_cursor: null },
    [`/runs/${RUN}`]: {
      ...exampleRun({ run_id: RUN as never, ...head }),
      result: exampleResult({ run_id: RUN as never, ...result }),
    },
    [`/runs/${RUN}/figures`]: {
      histogram: [],
      latency_ms: null,
      rows: { ...rows, metadata_differs: 0 },
    },
    [`/runs/${RUN}/rows`]: { rows: [], total: 0, next_cursor: null },
  };
  return renderScreen(`/console/runs/${RUN}${query}`, answers);
}

const FAILED = exampleHeadline({
  result: 'requests_failed',
  status: 'inconclusive',
  exit_code: 3,
  basis: null,
  title: '27 of 27 requests failed in the run.',
  why: 'The scores say nothing about the model.',
  next: 'Play them again with `fairtrial retry <run>`.',
});

describe('the page of a run', () => {
  it('that only failed is red, names the command that helps, and has a dash for every mean', async () => {
    const head = { failed_turns: 27, scores: {}, overview: exampleOverview({ headline: FAILED }) };
    const markup = await show(head, { headline: FAILED });
    const [banner = ''] = elementsOf(markup, 'section');
    assert.match(banner, /aria-label="Result of the run" class="[^"]*border-bad/);
    assert.match(textOf(banner), /requests failed 27 of 27 requests failed/);
    assert.match(banner, /<code[^>]*>fairtrial retry &lt;run&gt;<\/code>/);
    assert.match(textOf(markup), /Score – no turn has a score .*no turn has a metadata score/);
    assert.doesNotMatch(markup, /0\.000|text-ok/);
  });

  it('has every gate with its result below the headline', async () => {
    const gate = { value: null, interval: null, limit: null };
    const markup = await show(
      {},
      {
        gate: {
          verdict: 'fail',
          baseline_run_id: null,
          gates: [
            { ...gate, gate: 'no regression', verdict: 'fail', sentence: 'It regressed.' },
            { ...gate, gate: 'answered >= 1', verdict: 'pass', sentence: 'All answered.' },
          ],
        },
      },
    );
    const [, gates = ''] = /<ul aria-label="Gates".*?>(.*?)<\/ul>/.exec(markup) ?? [];
    assert.deepEqual(elementsOf(gates, 'li').map(textOf), [
      '✗ fail no regression It regressed.',
      '✓ pass answered >= 1 All answered.',
    ]);
    assert.equal(gates.match(/text-bad/g)?.length, 1);
  });

  it('has its warnings above every tab', async () => {
    const warnings = ['The judge was asked once.', '<b>2</b> turns have no score.'];
    const markup = await show({}, { warnings }, '?tab=log');
    const [list = '', tabs = ''] = markup.split('role="tablist"');
    assert.ok(tabs.length > 0);
    const [, shown = ''] = /<ul aria-label="Warnings".*?>(.*?)<\/ul>/.exec(list) ?? [];
    assert.deepEqual(
      elementsOf(shown, 'li').map(textOf),
      warnings.map((text) => `! ${text}`),
    );
  });

  it('has no pass^k if fewer than k attempts at a scenario are known, and explains why', async () => {
    const passes: RunPasses = {
      attempts: 53,
      unknown: 1,
      passed: 53,
      pass_rate: 1,
      ci95: [0.9, 1],
      pass_at_k: { 6: null },
      pass_hat_k: { 6: null },
      scenarios: 9,
      flaky_scenarios: 0,
    };
    const said = textOf(await show({ attempts: 6 }, { attempts: 6, passes }));
    const why = 'Fewer than 6 attempts at a scenario are known to pass or fail (1 are not).';
    assert.ok(said.includes(`Passed every attempt (pass^6) – ${why}`), said);
  });

  it('that does not exist leads to the list of runs', async () => {
    const detail = `there is no run ${RUN}`;
    const markup = await renderScreen(`/console/runs/${RUN}`, {
      [`/runs/${RUN}`]: exampleProblem(404, detail),
    });
    assert.ok(textOf(markup).includes(`The run could not be loaded ${detail} Request id`));
    assert.match(markup, /href="\/console\/runs"[^>]*>The list of runs</);
  });
});
