import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { createBatch } from '../support/calls/run-api.ts';
import { seedRuns, type SeededRuns } from '../support/data/seed-runs.ts';
import { until, untilEqual } from '../support/services/until.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

/** The headline of the planted regression: the wording of one scenario changed. */
const LESS_SIMILAR = /^overall 0\.9\d\d → 0\.9\d\d \(−0\.0/;

describe('the run page', () => {
  let environment: ConsoleEnvironment;
  let runs: SeededRuns;
  let path: string;

  before(async () => {
    environment = await openConsole();
    runs = await seedRuns(environment);
    path = `/console/runs/${runs.candidate.run_id}`;
  });
  after(() => environment[Symbol.asyncDispose]());

  it('shows what changed, and describes every chart in words and as a table', async () => {
    await using tab = await environment.open(`${path}?pass_threshold=0.6`);
    const { page } = tab;
    await waitForVisible(page.getByText(LESS_SIMILAR));
    await page
      .getByRole('img', { name: /^Change of 9 scenarios\. 1 less similar: bank-lost-card −0\.1/ })
      .waitFor();
    await page.getByRole('img', { name: /^Scores of 195 turns/ }).waitFor();
    await page.getByRole('img', { name: /^Mean score over 2 runs/ }).waitFor();
    await page.getByRole('row', { name: /fail bank-lost-card #2/ }).waitFor();
    const buttons = page.getByRole('button', { name: /^Show as table/ });
    for (const at of [0, 1, 2]) await buttons.nth(at).click();
    await untilEqual(() => page.getByRole('table').count(), 4); // including the confusion matrix of labels
    await page.getByRole('row', { name: /bank-lost-card −0\.1.*less similar/ }).waitFor();
    await takeScreenshot(page, 'run-tables');
    await assertAccessible(page, 'the charts of a run as tables');
    assertNoFaults(tab);
  });

  it('is opened from the list of runs by keyboard, and shows its request and its events', async () => {
    await using tab = await environment.open('/console/runs');
    const { page } = tab;
    await page.getByRole('row', { name: /Nightly regression sim\/v2/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/runs/${runs.baseline.run_id}`);
    await page.getByRole('tab', { name: 'Setup' }).click();
    await waitForVisible(page.getByText('"test_name": "Nightly regression"'));
    await page.getByRole('tab', { name: 'Log' }).click();
    await waitForVisible(page.getByText('completed', { exact: true }));
    assertNoFaults(tab);
  });

  it('can be searched, sorted and navigated, and a link restores the view', async () => {
    await using tab = await environment.open(`${path}?pass_threshold=0.6`);
    const { page } = tab;
    const rows = page.getByRole('grid').getByRole('row');
    await rows.nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('scenario:bank score>0.5 text:"card"');
    await waitForVisible(page.getByText('3 interactions', { exact: true }));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    await page
      .getByRole('columnheader', { name: 'Score' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/row=1/);
    const settled = page.locator('[role=grid][aria-busy=false]');
    await settled.waitFor();
    const seen = await rows.allInnerTexts();
    const url = page.url();
    await page.reload();
    await waitForVisible(page.getByText('3 interactions', { exact: true }));
    await settled.waitFor();
    await untilEqual(() => rows.allInnerTexts(), seen);
    await untilEqual(() => rows.nth(2).getAttribute('aria-selected'), 'true');
    assert.equal(page.url(), url);
    await page.getByLabel('Filter the interactions').fill('status:odd');
    await waitForVisible(page.getByText('Invalid filter: status:odd'));
    await page.getByLabel('Filter the interactions').fill('text:"nobody says this"');
    await waitForVisible(page.getByText('No interactions match the filter.'));
    await assertAccessible(page, 'a filter that finds nothing');
    assertNoFaults(tab);
  });

  it('stays readable, and shows no count, while the rows of another filter load', async () => {
    await using tab = await environment.open(path);
    const { page } = tab;
    await waitForVisible(page.getByText(/^\d+ interactions$/));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/rows\?/, async (route) => {
      await released;
      await route.continue();
    });
    await page.getByLabel('Filter the interactions').fill('scenario:bank');
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    await waitForVisible(page.getByRole('status').getByText('Loading…', { exact: true }));
    assert.equal(await page.getByText(/^\d+ interactions$/).count(), 0);
    release();
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    await waitForVisible(page.getByText(/^\d+ interactions$/));
    assertNoFaults(tab);
  });

  it('compares with another run, or with none, as the link says', async () => {
    await using tab = await environment.open(path);
    const { page } = tab;
    await waitForVisible(page.getByText(LESS_SIMILAR));
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await assertAccessible(page, 'the choice of a baseline');
    await page.keyboard.type('sim/v1');
    await page.getByRole('option', { name: /sim\/v1/ }).waitFor();
    await untilEqual(() => page.getByRole('option').count(), 1);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'No baseline' }).click();
    await page.waitForURL(/baseline=none/);
    await page.getByRole('tab', { name: 'Compare' }).click();
    await waitForVisible(page.getByText('This run has no baseline'));
    await page.reload();
    await waitForVisible(page.getByText('This run has no baseline'));
    await page.goto(`${environment.evals.url}${path}?baseline=${runs.candidate.run_id}`);
    const other = page.getByRole('region', {
      name: /^Against Nightly regression, sim\/v2, /,
    });
    await waitForVisible(other.getByText(/same overall 0\.9\d\d → 0\.9\d\d \(0\.000/));
    assertNoFaults(tab);
  });

  it('shows the comparison with its baseline in a tab that a link restores', async () => {
    await using tab = await environment.open(`${path}?tab=compare`);
    const { page } = tab;
    await page.getByRole('list', { name: 'Limits of the comparison' }).waitFor();
    await page.getByRole('tab', { name: /^Metrics/ }).click();
    await page.waitForURL(/part=metrics/);
    await page.reload();
    await page.getByRole('table', { name: /metric/i }).waitFor();
    await page.getByRole('tab', { name: /^Scenarios/ }).click();
    await page.getByRole('link', { name: 'bank-lost-card' }).first().click();
    await page.waitForURL(
      (url) =>
        url.pathname.startsWith(`${path}/`) &&
        url.searchParams.get('baseline') === runs.baseline.run_id,
    );
    assertNoFaults(tab);
  });

  it('keeps the scroll position while more rows arrive', async () => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/echo',
      test_batch: createBatch(4, 100),
      concurrency: 4,
    });
    await using tab = await environment.open(`/console/runs/${run_id}?sort=position`);
    const { page } = tab;
    await waitForVisible(page.getByText('400 interactions', { exact: true }));
    await page.getByRole('grid').hover();
    // Wait for the last row: a turn of the wheel can skip any other row without showing it.
    const last = page.locator('[aria-rowindex="401"]');
    const wheel = async (): Promise<boolean> => {
      await page.mouse.wheel(0, 1500);
      return last.isVisible();
    };
    await until('the last row is in sight', wheel);
    await page.waitForLoadState('networkidle');
    assert.ok(await last.isVisible());
    assert.equal(await page.locator('[aria-rowindex="2"]').count(), 0);
    assertNoFaults(tab);
  });

  it('saves the run as a file', async () => {
    await using tab = await environment.open(path);
    const { page } = tab;
    await waitForVisible(page.getByText(LESS_SIMILAR));
    await page.keyboard.press('e');
    await assertAccessible(page, 'the choice of a file');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^Nightly.regression.*\.csv$/i);
    assertNoFaults(tab);
  });
});
