import type { Comparison } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleComparison, exampleScenario } from '../../testing/example-comparison.ts';
import { exampleHeadline } from '../../testing/example-run.ts';
import { elementsOf, exampleProblem, renderScreen, textOf } from '../../testing/render-screen.tsx';

const BASELINE = '01a1df05-62a3-7198-8bde-e64d54876109';
const CANDIDATE = '01a1df05-62a3-7198-8bde-e64d54876110';
const PATH = `/console/compare?runs=${BASELINE}.${CANDIDATE}`;

/** The runs at `PATH` with these changes. */
function compare(changes: Partial<Comparison>): Comparison {
  const { baseline, candidate, ...rest } = exampleComparison(changes);
  return {
    ...rest,
    baseline: { ...baseline, run_id: BASELINE as never },
    candidate: { ...candidate, run_id: CANDIDATE as never },
  };
}

const EQUAL = [exampleScenario('card', 0, 'no_change_found')];
const CHANGED: Comparison['changed'] = [
  { scenario_id: 'a', name: 'a', baseline: 0, candidate: 1, parts: ['checks'] },
];

describe('the comparison of two runs', () => {
  it('explains what it needs if there are no runs', async () => {
    const empty = await renderScreen('/console/compare', {
      '/runs': { runs: [], next_cursor: null },
    });
    assert.match(textOf(empty), /Two runs with a score are needed/);
  });

  it('says which run is gone, and offers others', async () => {
    const detail = `there is no run ${BASELINE}`;
    const gone = await renderScreen(PATH, { '/compare': exampleProblem(404, detail) });
    assert.match(textOf(gone), new RegExp(`The runs could not be compared ${detail}`));
    assert.match(textOf(gone), /Change runs/);
  });

  it('that regressed without a scenario that did has the word and colour of its headline', async () => {
    const headline = exampleHeadline({ result: 'regressed', status: 'fail', basis: 'checks' });
    const comparison = compare({ scenarios: EQUAL, headline, basis: 'checks' });
    const markup = await renderScreen(PATH, { '/compare': comparison });
    const [banner = ''] = elementsOf(markup, 'section');
    assert.match(banner, /aria-label="Result of the comparison" class="[^"]*border-bad/);
    assert.match(textOf(banner), /regressed overall 0\.839 .* Basis: checks of the replies\./);
    assert.match(textOf(banner), /Noise between runs not measured\./);
    assert.match(textOf(markup), /Regressed 0 .*No change found 1 .*Not known 0/);
    assert.doesNotMatch(markup, /text-ok/);
  });

  it('by similarity calls scenarios less or more similar, never in red', async () => {
    const scenarios = [
      exampleScenario('card', -0.1, 'regressed'),
      exampleScenario('fee', 0.1, 'improved'),
      exampleScenario('loan', 0, 'no_change_found'),
    ];
    const headline = exampleHeadline({ result: 'less_similar', basis: 'similarity' });
    const comparison = compare({ scenarios, headline, basis: 'similarity' });
    const markup = await renderScreen(PATH, { '/compare': comparison });
    const said = textOf(markup);
    assert.match(said, /Basis: similarity: less similar or more similar/);
    assert.match(said, /Less similar 1 .*More similar 1 .*No change found 1 .*Not known 0/);
    assert.doesNotMatch(markup, /text-bad/);
  });

  it('lists the checks that fail more often, with links to the turns that failed them', async () => {
    const comparison = compare({ scenarios: EQUAL, changed: CHANGED });
    const short = { name: 'short', optional: false, total: 1 };
    const markup = await renderScreen(`${PATH}&tab=checks`, {
      '/compare': comparison,
      [`/runs/${BASELINE}/breakdown`]: { checks: [{ ...short, failed: 0 }], labels: {} },
      [`/runs/${CANDIDATE}/breakdown`]: {
        checks: [
          { ...short, failed: 1 },
          { name: 'contains', optional: false, failed: 0, total: 1 },
        ],
        labels: {},
      },
    });
    const [, first = '', second = ''] = elementsOf(markup, 'tr');
    assert.equal(textOf(first), 'short ✓ none failed ✗ 1 of 1 failed (100%) fails more often');
    assert.match(first, new RegExp(`href="/console/runs/${CANDIDATE}\\?failed_check=short"`));
    assert.match(textOf(second), /^contains not checked .* only in the candidate$/);
    assert.match(textOf(markup), /all scenarios of each run, including 1 that changed/);
  });

  it('without equal scenarios lists what changed instead of tabs', async () => {
    const comparison = compare({ changed: CHANGED });
    const markup = await renderScreen(PATH, { '/compare': comparison });
    assert.match(markup, /<caption[^>]*>Changed scenarios: not compared<\/caption>/);
    const [, row = ''] = elementsOf(markup, 'tr');
    assert.equal(textOf(row), 'a checks baseline of a candidate of a');
    assert.match(row, new RegExp(`href="/console/runs/${CANDIDATE}/1/0"`));
    assert.doesNotMatch(markup, /role="tab"/);
  });

  it('without a common scenario lists those of each run instead of tabs', async () => {
    const lost = { scenario: 0, scenario_id: 'x', name: 'One' };
    const markup = await renderScreen(PATH, {
      '/compare': compare({
        unmatched: {
          scenarios: [
            { ...lost, side: 'baseline' },
            { ...lost, side: 'candidate', name: 'Other' },
          ],
        },
      }),
    });
    const [, ...rows] = elementsOf(markup, 'tr');
    assert.deepEqual(rows.map(textOf), ['baseline One', 'candidate Other']);
    assert.doesNotMatch(markup, /role="tab"/);
  });
});
