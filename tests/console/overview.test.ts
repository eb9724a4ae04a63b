import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { seedPlantedRuns, type SeededRuns } from '../support/data/seed-planted-runs.ts';
import { startRun, untilOver } from '../support/calls/run-api.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

/** The headline of the planted regression: the wording of one scenario changed. */
const VERDICT = /^overall 0\.9\d\d → 0\.9\d\d \(−0\.0/;

function heatmap(page: Page) {
  return page.getByRole('img', { name: /^Mean scores of 9 scenarios in 3 runs\./ });
}

describe('the overview', () => {
  let environment: ConsoleEnvironment;
  let runs: SeededRuns;

  before(async () => {
    environment = await openConsole();
    runs = await seedPlantedRuns(environment);
  });
  after(() => environment[Symbol.asyncDispose]());

  it('leads to the planted regression in two key presses', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await waitForVisible(page.getByText(VERDICT));
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Limits of the comparison' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/runs/${runs.candidate}/0/1?baseline=${runs.baseline}`);
    await waitForVisible(page.getByText("There's a payment of 38.90"));
    assertNoFaults(tab);
  });

  it('leads with the mouse to the comparison and to the two replies of a change, and from a name to the run', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await waitForVisible(page.getByRole('list', { name: 'Gates' }).getByText('no regression'));
    await page.getByRole('link', { name: /^Open the comparison/ }).click();
    await page.waitForURL(
      `**/console/runs/${runs.candidate}?tab=compare&baseline=${runs.baseline}`,
    );
    await page.getByRole('link', { name: 'bank-lost-card' }).first().click();
    await page.waitForURL(`**/console/runs/${runs.candidate}/0/1?baseline=${runs.baseline}`);
    await waitForVisible(page.getByText("There's a payment of 38.90"));
    await page.goBack();
    await page.goBack();
    await page.getByRole('link', { name: 'nightly' }).first().click();
    await page.waitForURL(`**/console/runs/${runs.candidate}`);
    assertNoFaults(tab);
  });

  it('shows verdict, numbers, trend, heatmap and recent runs', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await waitForVisible(page.getByText(VERDICT));
    await waitForVisible(page.getByText('The run has no pass threshold and no checks.'));
    await page.getByRole('img', { name: /^Mean score over 3 runs, from 0\.9\d\d/ }).waitFor();
    const boxes = (await heatmap(page).getAttribute('aria-label')) ?? '';
    assert.match(boxes, /Boxed, changed against all runs before it: /);
    assert.match(boxes, /bank-lost-card less similar in /);
    const rows = page.getByRole('table', { name: 'Recent runs, newest first' }).getByRole('row');
    await untilEqual(() => rows.count(), 4);
    await page.getByRole('button', { name: /^Show as table: Scenario/ }).click();
    await page.getByRole('row', { name: /^bank-lost-card 0\.9\d 0\.9\d 0\.8\d$/ }).waitFor();
    await assertAccessible(page, 'the heatmap as a table');
    await takeScreenshot(page, 'overview-table');
    assertNoFaults(tab);
  });

  it('shows the values of a chart on hover, and links from a point to its run', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    const cell = heatmap(page)
      .locator('g', { has: page.locator('title') })
      .last();
    assert.match((await cell.locator('title').textContent()) ?? '', /^[\w-]+, .+: 0\.\d\d\d/);
    await cell.click();
    await page.waitForURL(`**/console/runs/${runs.candidate}`);
    assertNoFaults(tab);
  });

  it('selects runs with x and compares them with c, and survives a reload', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await waitForVisible(page.getByText(VERDICT));
    await page
      .getByRole('table', { name: 'Recent runs, newest first' })
      .getByRole('row')
      .nth(3)
      .waitFor();
    for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Compare 2 runs' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Compare 2 runs' }).waitFor();
    await untilEqual(() => page.getByRole('checkbox', { checked: true }).count(), 2);
    assert.match((await page.locator('tr[aria-current]').textContent()) ?? '', /sim\/v1/);
    await assertAccessible(page, 'chosen runs');
    await page.keyboard.press('c');
    await page.waitForURL(`**/console/compare?runs=${runs.first}.${runs.candidate}`);
    await page.goBack();
    await waitForVisible(page.getByText(VERDICT));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/runs/${runs.first}`);
    assertNoFaults(tab);
  });

  it('announces new runs, and shows them on request', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await waitForVisible(page.getByText(VERDICT));
    const { endpoint, evals } = environment;
    const batch = { interactions: [{ user_message: 'Hello' }] };
    const started = await startRun(evals, { endpoint, test_batch: batch, test_name: 'another' });
    await untilOver(evals, started.run_id);
    await waitForVisible(page.getByText('1 new result.'));
    assert.equal(await page.getByRole('link', { name: 'another' }).count(), 0);
    await assertAccessible(page, 'new results');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('link', { name: 'another' }).waitFor();
    // The overview now shows the latest test; the previous one can be selected.
    await waitForVisible(page.getByText('There is no earlier run of this test'));
    await page.getByRole('combobox', { name: 'Test' }).click();
    await page.getByRole('option', { name: 'nightly' }).click();
    await waitForVisible(page.getByText(VERDICT));
    await page.waitForURL('**/?test=nightly');
    await page.reload();
    await waitForVisible(page.getByText(VERDICT));
    assertNoFaults(tab);
  });

  it('shows which part failed, keeps the others working, and recovers', async () => {
    await using tab = await environment.open('/console/playground');
    const { page } = tab;
    const fault = { status: 500, code: 'internal', title: 'Fault', detail: 'a fault of ours' };
    const problem = { ...fault, request_id: 'req-17' };
    await page.route('**/history?*', (route) => route.fulfill({ status: 500, json: problem }));
    await page.getByRole('link', { name: 'Overview' }).click();
    const alert = page.getByRole('alert');
    await waitForVisible(alert.getByText('The history of this test could not be loaded'));
    await waitForVisible(alert.getByText('req-17'));
    await page.getByRole('table', { name: 'Recent runs, newest first' }).waitFor();
    await assertAccessible(page, 'a history that fails');
    await takeScreenshot(page, 'overview-failure');
    await page.unroute('**/history?*');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('img', { name: /^Mean scores of / }).waitFor();
    assertNoFaults(tab);
  });
});
