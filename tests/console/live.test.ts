import type { RunView } from '@fairtrial/contracts';
import { freePort, type Database } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  openPage,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { composeRun } from '../support/calls/compose-run.ts';
import { ask, createBatch, startRun, untilOver, viewRun } from '../support/calls/run-api.ts';
import { startJudge } from '../support/data/judged-runs.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until, untilEqual } from '../support/services/until.ts';
import type { StubModel } from '../support/stubs/start-stub-model.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { verdictFor } from '../support/stubs/stub-judge.ts';

/** Until another process takes over the work of a killed one. */
const TAKEN_OVER = { timeout: 90_000 };

describe('the console of a service at work', () => {
  let database: Database;
  let env: Readonly<Record<string, string>>;
  let environment: ConsoleEnvironment;
  /** The process that answers now. */
  let service: Service;
  let judge: StubModel;
  /** The judge answers once this resolves. */
  let released = Promise.resolve();
  let endpoint: Stub;
  /** Answers that the endpoint holds back until the test releases them. */
  let held: (() => void)[] = [];

  const release = (count: number): void => held.splice(0, count).forEach((answer) => answer());
  const releaseAll = async (runId: string): Promise<RunView> => {
    const timer = setInterval(() => release(held.length), 20);
    const over = await untilOver(service, runId);
    clearInterval(timer);
    return over;
  };
  const kill = async (): Promise<void> => {
    service.process.kill('SIGKILL');
    await until('the service is gone', () => service.process.signalCode !== null);
  };
  const startAgain = async (): Promise<void> => {
    service = await startService('evals', env);
  };

  before(async () => {
    database = await freshDatabase();
    judge = await startJudge((prompt) => async (response) => {
      await released;
      sendJson(response, chatCompletion(verdictFor(prompt, 'B')));
    });
    env = {
      DATABASE_URL: database.url,
      EVALS_PORT: String(await freePort()),
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
    };
    environment = await openConsole(env);
    service = environment.evals;
    endpoint = await startStub((_, response) => {
      held.push(() => sendJson(response, chatCompletion('hello there')));
    });
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const start = async (): Promise<string> => {
    held = [];
    const changes = {
      endpoint: `${endpoint.url}/v1`,
      test_batch: createBatch(6, 2),
      concurrency: 4,
    };
    const { run_id } = await startRun(service, changes);
    await until('the endpoint was asked', () => held.length === 4);
    return run_id;
  };

  it('shows the progress of a run, that new rows are available, and its end', async () => {
    const runId = await start();
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await waitForVisible(page.getByText('0 of 12 turns'));
    await waitForVisible(page.getByText('No turns are finished yet.'));
    await assertAccessible(page, 'a run that has just begun');
    release(2);
    await waitForVisible(page.getByText('2 new results.'));
    await takeScreenshot(page, 'run-live');
    await assertAccessible(page, 'a run in progress');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('grid').getByRole('row').nth(1).waitFor();
    await releaseAll(runId);
    await waitForVisible(page.getByText('completed'));
    await waitForVisible(page.getByText('12 interactions', { exact: true }));
    await untilEqual(() => page.getByRole('button', { name: 'Stop' }).count(), 0);
    assertNoFaults(tab);
  });

  it('cancels a run after a confirmation', async () => {
    const runId = await start();
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Stop' }).click();
    const question = page.getByRole('dialog', { name: /^Stop first test/ });
    await assertAccessible(page, 'the question before a stop');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal((await viewRun(service, runId)).state, 'running');
    await page.getByRole('button', { name: 'Stop' }).click();
    await question.getByRole('button', { name: 'Stop the run' }).click();
    await waitForVisible(page.getByText('cancelled'));
    const { state } = await untilOver(service, runId);
    assert.equal(state, 'cancelled');
    assertNoFaults(tab);
  });

  it('shows at a reply that grading is in progress, and then the score', async () => {
    const hold = Promise.withResolvers<void>();
    released = hold.promise;
    const asked = { endpoint: environment.endpoint, model_id: 'sim/echo', attempts: 1 };
    const { run_id } = await startRun(service, asked);
    await until('the reply is there', async () => {
      return (await ask(service, `/runs/${run_id}/turns/0/0/0`)).status === 200;
    });
    await using tab = await environment.open(`/console/runs/${run_id}/0/0`);
    const { page } = tab;
    await waitForVisible(page.getByText('judge not finished: overall is not known yet'));
    await page.getByRole('button', { name: 'Attempt 1: judge not finished' }).waitFor();
    hold.resolve();
    await waitForVisible(page.getByText(/^overall 1\.000 = /));
    assertNoFaults(tab);
  });

  it('follows a run on its page and in New run across a restart of the service, without a reload and without a lost event', async () => {
    held = [];
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, `${endpoint.url}/v1`, 'any');
    await page.getByLabel('Attempts').fill('1');
    const judges = page.getByRole('combobox', { name: 'Judge' });
    await judges.click();
    await page.getByRole('option', { name: 'off' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await until('the endpoint was asked', () => held.length > 1);
    release(2);
    await waitForVisible(page.getByText(/^[1-9]\d* \/ 39/));
    const runId = new URL(page.url()).searchParams.get('run') ?? '';
    const path = `/console/runs/${runId}`;
    await using other = await openPage(environment.browser, environment.evals.url, { path });
    await waitForVisible(other.page.getByText(/^[1-9]\d* of 39 turns/));
    await kill();
    await waitForVisible(page.getByText('the service does not answer, retrying'));
    await takeScreenshot(page, 'new-run-lost');
    await assertAccessible(page, 'a service that is away');
    await startAgain();
    const { state } = await releaseAll(runId);
    assert.equal(state, 'completed');
    await waitForVisible(page.getByText(/completed$/), TAKEN_OVER);
    await waitForVisible(page.getByText('39 / 39'));
    await waitForVisible(other.page.getByText('completed'));
    await waitForVisible(other.page.getByText('39 interactions', { exact: true }));
    assertNoFaults(tab);
  });

  it('keeps its content if the service is lost, shows the outage, and recovers without a reload, even on a screen that was not loaded', async () => {
    await using tab = await openPage(environment.browser, environment.evals.url, {
      path: '/console/runs',
    });
    const { page } = tab;
    const link = page.getByRole('link', { name: 'first test' }).first();
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    await kill();
    await page.getByRole('link', { name: 'Playground' }).click();
    const bar = page.getByText('The service does not answer; retrying …');
    await waitForVisible(bar);
    assert.ok(await link.isVisible(), 'the list that was loaded is gone');
    await assertAccessible(page, 'a service that does not answer');
    await takeScreenshot(page, 'service-lost');
    await startAgain();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    await bar.waitFor({ state: 'detached' });
    // No script failed in between.
    assert.deepEqual(tab.faults, []);
  });
});
