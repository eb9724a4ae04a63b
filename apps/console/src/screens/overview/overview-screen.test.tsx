import type { RunHead } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exampleHeadline,
  exampleOverview,
  exampleResult,
  exampleRun,
} from '../../testing/example-run.ts';
import { elementsOf, exampleProblem, renderScreen, textOf } from '../../testing/render-screen.tsx';

const DETAIL = 'there is no run x';

/** Renders the overview of a service with these runs of one test, oldest first. */
function show(...runs: readonly RunHead[]): Promise<string> {
  const latest = runs.at(-1);
  return renderScreen('/', {
    '/runs': { runs: runs.toReversed(), next_cursor: null },
    '/history': { test_name: 'nightly', runs, scenarios: [], total_scenarios: 0 },
    [`/runs/${latest?.run_id}`]: { ...latest, result: exampleResult() },
    '/compare': exampleProblem(404, DETAIL),
  });
}

const GOOD = exampleRun({ run_id: 'a' as never });

describe('the overview', () => {
  it('of a service without runs explains the first step', async () => {
    const markup = await renderScreen('/', { '/runs': { runs: [], next_cursor: null } });
    assert.match(
      textOf(markup),
      /No runs yet\. After the second run of a test, this page .* Start the first run/,
    );
    assert.match(markup, /href="\/console\/new"/);
  });

  it('has the word and the colour of the latest headline in its banner and in the list', async () => {
    const headline = exampleHeadline({ result: 'regressed', status: 'fail', exit_code: 1 });
    const markup = await show(GOOD, exampleRun({ overview: exampleOverview({ headline }) }));
    const [banner = ''] = elementsOf(markup, 'section');
    assert.match(banner, /aria-label="The latest run, v2" class="[^"]*border-bad/);
    assert.match(textOf(banner), /regressed overall 0\.839/);
    const [, row = ''] = elementsOf(markup, 'tr');
    assert.match(row, /<span class="[^"]*text-bad[^"]*"[^>]*>.*regressed<\/span>/);
  });

  it('has a dash for the score of a run that only failed', async () => {
    const headline = exampleHeadline({ result: 'requests_failed', exit_code: 3 });
    const overview = exampleOverview({ headline });
    const markup = await show(exampleRun({ scores: { answered: 0 }, overview }));
    const [, row = ''] = elementsOf(markup, 'tr');
    assert.match(textOf(row), /requests failed – nightly v2 – –/);
  });

  it('says why the latest run could not be compared, and shows the rest', async () => {
    const said = textOf(await show(GOOD, exampleRun({ overview: exampleOverview() })));
    assert.ok(said.includes(`Against the run before it: The comparison failed: ${DETAIL}.`), said);
    assert.match(said, /Recent runs/);
  });

  it('says that the first run of a test has nothing to be compared with', async () => {
    const said = textOf(await show(exampleRun({ overview: exampleOverview() })));
    assert.match(said, /There is no earlier run of this test to compare it with\./);
  });
});
