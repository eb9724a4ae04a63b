import { freePort } from '@assay/postgres';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/assert-accessible.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import {
  assertCalm,
  openConsole,
  shoot,
  THEMES,
  type ConsoleStage,
} from '../support/open-console.ts';
import { walkRuns } from '../support/run-api.ts';
import { runSamples } from '../support/sample-runs.ts';
import { startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';

const SAMPLE = new URL('../../samples/bank-lost-card.json', import.meta.url);

/** Fills in the form with the mouse. */
async function compose(page: Page, endpoint: string, model: string): Promise<void> {
  await page.getByRole('button', { name: 'Sample' }).click();
  await page.getByRole('menuitem', { name: 'All samples' }).click();
  await page.getByText('9 scenarios, 39 turns').waitFor();
  await page.getByLabel('Endpoint').fill(endpoint);
  await page.keyboard.press('Escape');
  await page.getByLabel('Model', { exact: true }).fill(model);
  await page.keyboard.press('Escape');
}

describe('New run', () => {
  let stage: ConsoleStage;

  before(async () => {
    stage = await openConsole();
  });
  after(() => stage[Symbol.asyncDispose]());

  it('runs all samples: batch, test call, plan, and the run live to its end', async () => {
    await using tab = await stage.open('/console/new', { width: 1440 });
    const { page } = tab;
    await compose(page, stage.endpoint, 'sim/v2');
    await page.getByText('195', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Test call' }).click();
    await page.getByText(/ms · openai/).waitFor();
    await page.getByText('at the pace of the test call').waitFor();
    await page.getByLabel('Attempts').fill('2');
    await page.getByText('78', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/[?&]run=/);
    await page.getByRole('heading', { level: 1, name: 'all samples' }).waitFor();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    await page.getByText('78 / 78').waitFor();
    await page.getByText('completed').waitFor();
    const [run] = await walkRuns(stage.evals);
    assert.deepEqual(
      [run?.state, run?.test_name, run?.model_id, run?.turns.finished],
      ['completed', 'all samples', 'sim/v2', 78],
    );
    await page.reload();
    await page.getByText('78 / 78').waitFor();
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.waitForURL(`**/console/runs/${run?.run_id}*`);
    assertCalm(tab);
  });

  it('is used by keyboard alone: a run is started, watched and stopped', async () => {
    await using tab = await stage.open('/');
    const { page } = tab;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    const sample = page.getByRole('button', { name: 'Sample' });
    await sample.waitFor();
    await sample.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'All samples' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('9 scenarios, 39 turns').waitFor();
    await page.getByLabel('Endpoint').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(stage.endpoint);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('sim/slow');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/[?&]run=/);
    await page.getByRole('progressbar', { name: 'Turns that are done' }).waitFor();
    await page.getByText(/running$/).waitFor();
    await page.keyboard.press('s');
    await page.getByText(/stopped$/).waitFor();
    const [run] = await walkRuns(stage.evals);
    assert.equal(run?.state, 'cancelled');
    assertCalm(tab);
  });

  it('says by line what is wrong with a batch, and goes there', async () => {
    await using tab = await stage.open('/console/new');
    const { page } = tab;
    const editor = page.getByLabel('Batch', { exact: true });
    await editor.fill(
      '[{"interactions": [\n{"user_message": "Hi"},\n{"reference_reply": "x"}\n]}]',
    );
    await page.getByText('line 2: reference_reply is empty').waitFor();
    await page.getByRole('button', { name: 'line 3: user_message is missing' }).click();
    const caret = await editor.evaluate(
      (area) => (area as { selectionStart?: number }).selectionStart,
    );
    assert.equal(caret, '[{"interactions": [\n{"user_message": "Hi"},\n'.length);
    assert.ok(await page.getByRole('button', { name: 'Start' }).isDisabled());
    await editor.fill('[{"interactions": [\n{"user_message": "Hi",}\n]}]');
    await page.getByText('line 2: a comma too many before }').waitFor();
    assertCalm(tab);
  });

  it('takes a file that is dropped or opened, and what it says of its own run', async () => {
    await using tab = await stage.open('/console/new');
    const { page } = tab;
    await page.getByLabel('Batch file').setInputFiles(SAMPLE.pathname);
    await page.getByText('1 scenario, 4 turns').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'bank-lost-card');
    assert.equal(await page.getByLabel('Endpoint').inputValue(), 'http://127.0.0.1:8000/');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.evaluate(`{
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(readFileSync(SAMPLE, 'utf8'))}], 'b.json'));
      const drop = new DragEvent('drop', { bubbles: true, dataTransfer: transfer });
      document.querySelector('textarea').dispatchEvent(drop);
    }`);
    await page.getByText('1 scenario, 4 turns').waitFor();
    assertCalm(tab);
  });

  it('is the same after a reload, batch and all', async () => {
    await using tab = await stage.open('/console/new');
    const { page } = tab;
    await compose(page, 'http://127.0.0.1:9/v1', 'a/b');
    await page.getByLabel('Attempts').fill('7');
    await page.waitForURL(/attempts=7/);
    await page.reload();
    await page.getByText('9 scenarios, 39 turns').waitFor();
    await page.getByText('273', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Endpoint').inputValue(), 'http://127.0.0.1:9/v1');
    assert.equal(await page.getByLabel('Model', { exact: true }).inputValue(), 'a/b');
    assertCalm(tab);
  });

  it('says what a test call met, and what the service refuses', async () => {
    await using tab = await stage.open('/console/new');
    const { page } = tab;
    await compose(page, 'http://127.0.0.1:1/v1', 'a/b');
    await page.getByRole('button', { name: 'Test call' }).click();
    await page.getByText(/connect$/).waitFor();
    const long = JSON.stringify([
      { interactions: Array.from({ length: 1001 }, () => ({ user_message: 'Hi' })) },
    ]);
    await page.getByLabel('Batch', { exact: true }).fill(long);
    await page.getByText('1 scenario, 1,001 turns').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('alert').getByText('at most 1000 are allowed').waitFor();
    await page.getByRole('button', { name: /line 1: 1001 interactions/ }).waitFor();
    await assertAccessible(page, 'a run that is refused');
    assertCalm(tab);
  });

  it('begins from a run of before, and says what change could be noticed', async () => {
    const { run_id } = await runSamples(stage.evals, {
      endpoint: stage.endpoint,
      model_id: 'sim/v1',
      test_name: 'nightly',
      attempts: 3,
    });
    await using tab = await stage.open(`/console/new?from=${run_id}&baseline=${run_id}`);
    const { page } = tab;
    await page.getByText('9 scenarios, 39 turns').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'nightly');
    await page.getByText('117', { exact: true }).waitFor();
    await page.getByText('or more, 4 times of 5').waitFor();
    await page.getByLabel('Baseline').click();
    await page.getByRole('option', { name: 'none' }).click();
    await page.getByText('with a baseline').waitFor();
    assertCalm(tab);
  });

  for (const theme of THEMES) {
    it(`is accessible, empty and filled, narrow and wide (${theme})`, async () => {
      await using tab = await stage.open('/console/new', { theme, width: 1440 });
      const { page } = tab;
      await page.getByText('Nothing to run yet.').waitFor();
      await assertAccessible(page, 'an empty form');
      await shoot(page, `new-run-empty-${theme}`);
      await compose(page, stage.endpoint, 'sim/slow');
      await page.getByRole('button', { name: 'Test call' }).click();
      await page.getByText(/ s · openai/).waitFor();
      await assertAccessible(page, 'a form that is filled in');
      await shoot(page, `new-run-${theme}`);
      await page.setViewportSize({ width: 800, height: 1100 });
      await shoot(page, `new-run-narrow-${theme}`);
      await page.setViewportSize({ width: 1440, height: 980 });
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText(/^[1-9]\d* \/ 195/).waitFor();
      await assertAccessible(page, 'a run that goes on');
      await shoot(page, `new-run-live-${theme}`);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText(/stopped$/).waitFor();
      await assertAccessible(page, 'a run that was stopped');
      await shoot(page, `new-run-stopped-${theme}`);
      assertCalm(tab);
    });
  }

  it('says so where the run is not there', async () => {
    await using tab = await stage.open('/console/new?run=0197e0a0-0000-7000-8000-000000000000');
    await tab.page.getByRole('alert').getByText('there is no run').waitFor();
    await assertAccessible(tab.page, 'a run that is not there');
  });
});

describe('New run while the service is restarted', () => {
  it('goes on by itself, and misses nothing', async () => {
    await using database = await freshDatabase();
    const env = { DATABASE_URL: database.url, EVALS_PORT: String(await freePort()) };
    await using simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '300' });
    await using stage = await openConsole(env);
    await using tab = await stage.open('/console/new');
    const { page } = tab;
    await compose(page, `${simulator.url}/v1`, 'sim/v1');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText(/^[1-9]\d* \/ 195/).waitFor();
    stage.evals.process.kill('SIGKILL');
    await page.getByText('the service does not answer, trying again').waitFor();
    await shoot(page, 'new-run-lost-light');
    await assertAccessible(page, 'a service that is away');
    await using restarted = await startService('evals', env);
    await page.getByText(/completed$/).waitFor({ timeout: 90_000 });
    await page.getByText('195 / 195').waitFor();
    await until('the run is over', async () => {
      const [run] = await walkRuns(restarted);
      return run?.state === 'completed';
    });
    assertCalm(tab);
  });
});

describe('New run where there is a judge', () => {
  it('asks it unless told not to', async () => {
    await using stage = await openConsole({
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: 'http://127.0.0.1:1/v1',
    });
    await using tab = await stage.open('/console/new');
    const { page } = tab;
    await compose(page, stage.endpoint, 'sim/v1');
    const judge = page.getByRole('combobox', { name: 'Judge' });
    assert.match(await judge.innerText(), /sim\/judge/);
    await judge.click();
    await page.getByRole('option', { name: 'off' }).click();
    await page.waitForURL(/judge=off/);
    const asked = page.waitForRequest('**/evaluate');
    await page.getByRole('button', { name: 'Start' }).click();
    assert.equal((await asked).postDataJSON().judge, false);
    await page.getByText(/completed$/).waitFor();
    assertCalm(tab);
  });
});
