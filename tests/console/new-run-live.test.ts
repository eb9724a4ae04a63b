import { createClient } from '@assay/client';
import { freePort } from '@assay/postgres';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { composeRun } from '../support/calls/compose-run.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { assertNoFaults, openConsole, takeScreenshot } from '../support/browser/open-console.ts';
import { walkRuns } from '../support/calls/run-api.ts';
import { startService } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

describe('New run during a restart of the service', () => {
  it('resumes without a reload, and misses no event', async () => {
    await using database = await freshDatabase();
    const env = { DATABASE_URL: database.url, EVALS_PORT: String(await freePort()) };
    await using simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '300' });
    await using environment = await openConsole(env);
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, `${simulator.url}/v1`, 'sim/v1');
    await page.getByRole('button', { name: 'Start' }).click();
    await waitForVisible(page.getByText(/^[1-9]\d* \/ 195/));
    environment.evals.process.kill('SIGKILL');
    await waitForVisible(page.getByText('the service does not answer, retrying'));
    await takeScreenshot(page, 'new-run-lost-light');
    await assertAccessible(page, 'a service that is away');
    await using restarted = await startService('evals', env);
    await waitForVisible(page.getByText(/completed$/), { timeout: 90_000 });
    await waitForVisible(page.getByText('195 / 195'));
    await until('the run is over', async () => {
      const [run] = await walkRuns(restarted);
      return run?.state === 'completed';
    });
    assertNoFaults(tab);
  });
});

describe('New run with a configured judge', () => {
  it('uses the judge unless it is switched off', async () => {
    await using environment = await openConsole({
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: 'http://127.0.0.1:1/v1',
    });
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, environment.endpoint, 'sim/v1');
    const judge = page.getByRole('combobox', { name: 'Judge' });
    assert.match(await judge.innerText(), /sim\/judge/);
    await judge.click();
    await page.getByRole('option', { name: 'off' }).click();
    await page.waitForURL(/judge=off/);
    const asked = page.waitForRequest('**/evaluate');
    await page.getByRole('button', { name: 'Start' }).click();
    assert.equal((await asked).postDataJSON().judge, false);
    await waitForVisible(page.getByText(/completed$/));
    assertNoFaults(tab);
  });
});

describe('New run from a run of a dataset', () => {
  it('plays the same version of the dataset with the same filter', async () => {
    await using environment = await openConsole();
    const client = createClient({ baseUrl: environment.evals.url });
    const scenarios = ['a', 'b'].map((id) => ({
      id,
      tags: [id],
      interactions: [{ user_message: 'Hello', reference_reply: 'Hello!' }],
    }));
    await client.datasets.save('support', { scenarios });
    const { run_id: first } = await client.runs.evaluate({
      dataset: 'support',
      filter: { tags: ['a'] },
      endpoint: environment.endpoint,
      model_id: 'sim/v1',
      attempts: 1,
      pass_threshold: 0.7,
    });
    await using tab = await environment.open(`/console/runs/${first}`);
    const { page } = tab;
    await page.getByRole('link', { name: 'Re-run' }).click();
    await waitForVisible(page.getByText('Version 1: 1 of 2 scenarios, about 1 turn'));
    await page.waitForURL(/dataset=support(?:@|%40)1/);
    const asked = page.waitForRequest('**/evaluate');
    await page.getByRole('button', { name: 'Start' }).click();
    const sent = (await asked).postDataJSON();
    assert.deepEqual(
      [sent.dataset, sent.filter, sent.pass_threshold, sent.test_batch],
      ['support@1', { tags: ['a'] }, 0.7, undefined],
    );
    await waitForVisible(page.getByText(/completed$/));
    assertNoFaults(tab);
  });
});
