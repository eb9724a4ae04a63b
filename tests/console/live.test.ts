import type { RunView } from '@assay/contracts';
import type { Database } from '@assay/postgres';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { createBatch, startRun, untilOver, viewRun } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { until, untilEqual } from '../support/services/until.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

describe('a run in progress', () => {
  let database: Database;
  let environment: ConsoleEnvironment;
  let endpoint: Stub;
  /** Answers that the endpoint holds back until the test releases them. */
  let held: (() => void)[] = [];

  const release = (count: number): void => held.splice(0, count).forEach((answer) => answer());
  const releaseAll = async (runId: string, service: { readonly url: string }): Promise<RunView> => {
    const timer = setInterval(() => release(held.length), 20);
    const over = await untilOver(service, runId);
    clearInterval(timer);
    return over;
  };

  before(async () => {
    database = await freshDatabase();
    environment = await openConsole({ DATABASE_URL: database.url });
    endpoint = await startStub((_, response) => {
      held.push(() => sendJson(response, chatCompletion('hello there')));
    });
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const start = async (): Promise<string> => {
    held = [];
    const changes = {
      endpoint: `${endpoint.url}/v1`,
      test_batch: createBatch(6, 2),
      concurrency: 4,
    };
    const { run_id } = await startRun(environment.evals, changes);
    await until('the endpoint was asked', () => held.length === 4);
    return run_id;
  };

  it('shows its progress, that new rows are available, and its end', async () => {
    const runId = await start();
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await waitForVisible(page.getByText('0 of 12 turns'));
    await waitForVisible(page.getByText('No turns are finished yet.'));
    await assertAccessible(page, 'a run that has just begun');
    release(2);
    await waitForVisible(page.getByText('2 new results.'));
    await takeScreenshot(page, 'run-live-light');
    await assertAccessible(page, 'a run in progress');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('grid').getByRole('row').nth(1).waitFor();
    await releaseAll(runId, environment.evals);
    await waitForVisible(page.getByText('completed'));
    await waitForVisible(page.getByText('12 interactions', { exact: true }));
    await untilEqual(() => page.getByRole('button', { name: 'Stop' }).count(), 0);
    assertNoFaults(tab);
  });

  it('can be cancelled from the page after a confirmation', async () => {
    const runId = await start();
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Stop' }).click();
    const question = page.getByRole('dialog', { name: /^Stop first test/ });
    await assertAccessible(page, 'the question before a stop');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal((await viewRun(environment.evals, runId)).state, 'running');
    await page.getByRole('button', { name: 'Stop' }).click();
    await question.getByRole('button', { name: 'Stop the run' }).click();
    await waitForVisible(page.getByText('cancelled'));
    const { state } = await untilOver(environment.evals, runId);
    assert.equal(state, 'cancelled');
    assertNoFaults(tab);
  });

  it('reconnects after the service was restarted', async () => {
    const runId = await start();
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await waitForVisible(page.getByText('0 of 12 turns'));
    environment.evals.process.kill('SIGKILL');
    await until('the service is gone', () => environment.evals.process.signalCode !== null);
    const again: Service = await startService('evals', {
      DATABASE_URL: database.url,
      EVALS_PORT: new URL(environment.evals.url).port,
    });
    await using _ = again;
    await releaseAll(runId, again);
    await waitForVisible(page.getByText('completed'));
    await waitForVisible(page.getByText('12 interactions', { exact: true }));
  });
});
