import { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { ask } from '../support/calls/run-api.ts';
import { runLabelled, startLabellingEndpoint } from '../support/data/labelled-runs.ts';
import { until, untilEqual } from '../support/services/until.ts';
import type { Stub } from '../support/stubs/start-stub.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

describe('a pinned baseline', () => {
  let environment: ConsoleEnvironment;
  let endpoint: Stub;
  let first: string;
  let second: string;

  before(async () => {
    environment = await openConsole();
    endpoint = await startLabellingEndpoint();
    const changes = { endpoint: `${endpoint.url}/v1`, model_id: 'steady', attempts: 2 };
    first = (await runLabelled(environment.evals, changes)).run_id;
    second = (await runLabelled(environment.evals, changes)).run_id;
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const readRun = async (runId: string): Promise<RunView> => {
    const { body } = await ask(environment.evals, `/runs/${runId}`);
    return RunView.parse(body);
  };

  it('can be set on the page of a run, which then shows it', async () => {
    await using tab = await environment.open(`/console/runs/${first}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Pin as baseline' }).click();
    await waitForVisible(page.getByText('pinned baseline'));
    await page.getByRole('button', { name: 'Unpin' }).waitFor();
    assert.equal((await readRun(first)).pinned, true);
    await assertAccessible(page, 'a pinned run');
    await takeScreenshot(page, 'pinned-run');
    assertNoFaults(tab);
  });

  it('is compared with the latest run on the overview', async () => {
    await using tab = await environment.open('/');
    const since = tab.page.getByRole('region', { name: 'Since the pinned baseline' });
    await waitForVisible(since.getByText(/overall 1\.000 → 1\.000/));
    await tab.page
      .getByRole('img', { name: /Boxed, changed against all runs since the pinned baseline: none/ })
      .waitFor();
    assertNoFaults(tab);
  });

  it('is compared with a new run if the form selects pinned', async () => {
    await using tab = await environment.open(`/console/new?from=${second}`);
    const { page } = tab;
    await waitForVisible(page.getByText('9 scenarios, 9 turns'));
    await page.getByRole('combobox', { name: 'Baseline' }).click();
    await page.getByRole('option', { name: 'pinned' }).click();
    await waitForVisible(page.getByText('The run that is pinned for this name.'));
    await waitForVisible(page.getByText(/^±0/));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/[?&]run=/);
    await page.getByRole('region', { name: 'Result of the run' }).waitFor();
    const started = new URL(page.url()).searchParams.get('run') ?? '';
    assert.equal((await readRun(started)).result?.baseline?.run_id, first);
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.getByRole('link', { name: /^labels, steady, / }).waitFor();
    assertNoFaults(tab);
  });

  it('can be moved to another run of the test in the list of runs, and removed there', async () => {
    await using tab = await environment.open('/console/runs');
    const { page } = tab;
    const pinned = page.getByRole('button', { name: /^Unpin: labels/ });
    await pinned.waitFor();
    const rows = page.getByRole('table', { name: 'Runs, newest first' }).getByRole('row');
    // Newest first, below the header: the run of the previous test, the second run, the first run.
    await rows
      .nth(2)
      .getByRole('button', { name: /^Pin as baseline/ })
      .click();
    await rows
      .nth(2)
      .getByRole('button', { name: /^Unpin/ })
      .waitFor();
    await untilEqual(() => pinned.count(), 1);
    assert.equal((await readRun(second)).pinned, true);
    await assertAccessible(page, 'a list with a pinned run');
    await takeScreenshot(page, 'pinned-list');
    await pinned.click();
    await until('no run is pinned', async () => (await pinned.count()) === 0);
    assert.equal((await readRun(second)).pinned, false);
    assertNoFaults(tab);
  });

  it('is not the baseline of a run that is played against a second model', async () => {
    await using tab = await environment.open(`/console/new?from=${second}&baseline=latest`);
    const { page } = tab;
    await waitForVisible(page.getByText('9 scenarios, 9 turns'));
    await waitForVisible(page.getByText('18', { exact: true }));
    await page.getByLabel('Against another model').fill('worse');
    await waitForVisible(page.getByText('36', { exact: true }));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/[?&]run=/);
    await page.getByRole('region', { name: 'Result of the run' }).waitFor();
    const started = new URL(page.url()).searchParams.get('run') ?? '';
    const { result } = await readRun(started);
    assert.equal(result?.comparison?.baseline.model_id, 'worse');
    assertNoFaults(tab);
  });
});
