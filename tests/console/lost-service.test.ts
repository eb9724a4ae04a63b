import { freePort } from '@assay/postgres';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { openConsole, takeScreenshot } from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

describe('a console that lost its service', () => {
  it('keeps its content, shows the outage, and recovers without a reload, even on a screen that was not loaded', async () => {
    await using database = await freshDatabase();
    const env = { DATABASE_URL: database.url, EVALS_PORT: String(await freePort()) };
    await using environment = await openConsole(env);
    const { evals, endpoint } = environment;
    await evaluate(evals, { endpoint, model_id: 'sim/v1', test_name: 'nightly' });
    await using tab = await environment.open('/console/runs');
    const { page } = tab;
    const link = page.getByRole('link', { name: 'nightly' });
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    evals.process.kill('SIGKILL');
    await until('the service is gone', () => evals.process.signalCode !== null);
    await page.getByRole('link', { name: 'Playground' }).click();
    const bar = page.getByText('The service does not answer; retrying …');
    await waitForVisible(bar);
    assert.ok(await link.isVisible(), 'the list that was loaded is gone');
    await assertAccessible(page, 'a service that does not answer');
    await takeScreenshot(page, 'service-lost-light');
    await using _ = await startService('evals', env);
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    await bar.waitFor({ state: 'detached' });
    // No script failed in between.
    assert.deepEqual(tab.faults, []);
  });
});
