import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { assertFits } from '../support/browser/assert-fits.ts';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { composeRun } from '../support/calls/compose-run.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { startRun, walkRuns } from '../support/calls/run-api.ts';
import { runSamples } from '../support/data/sample-runs.ts';
import { tabTo } from '../support/browser/tab-to.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

const SAMPLE = new URL('../../samples/bank-lost-card.json', import.meta.url);

type Sent = Readonly<Record<'protocol' | 'target' | 'history' | 'system_prompt', unknown>>;

describe('New run', () => {
  let environment: ConsoleEnvironment;

  before(async () => {
    environment = await openConsole();
  });
  after(() => environment[Symbol.asyncDispose]());

  it('runs all samples: batch, test call, plan, and the live run to its end', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, environment.endpoint, 'sim/v2');
    await waitForVisible(page.getByText('195', { exact: true }));
    await page.getByRole('button', { name: 'Test call' }).click();
    await waitForVisible(page.getByText(/ms · openai/));
    await waitForVisible(page.getByText('at the latency of the test call'));
    await assertAccessible(page, 'a form that is filled in');
    await assertFits(page, 'new run filled in');
    await page.getByLabel('Attempts').fill('2');
    await waitForVisible(page.getByText('78', { exact: true }));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/[?&]run=/);
    await page.getByRole('heading', { level: 1, name: 'all samples' }).waitFor();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    await waitForVisible(page.getByText('78 / 78'));
    await waitForVisible(page.getByText('completed'));
    const [run] = await walkRuns(environment.evals);
    assert.deepEqual(
      [run?.state, run?.test_name, run?.model_id, run?.turns.finished],
      ['completed', 'all samples', 'sim/v2', 78],
    );
    await page.reload();
    await waitForVisible(page.getByText('78 / 78'));
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.waitForURL(`**/console/runs/${run?.run_id}*`);
    assertNoFaults(tab);
  });

  it('opens no suggestions that arrive after the reader closed or left the field', async () => {
    const { evals, endpoint } = environment;
    await startRun(evals, { endpoint, model_id: 'sim/v2' });
    await using tab = await environment.open('/');
    const { page } = tab;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/runs\?/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${evals.url}/console/new`);
    await page.getByLabel('Endpoint').fill(endpoint);
    await page.keyboard.press('Escape');
    await page.getByLabel('Model', { exact: true }).fill('sim');
    await page.keyboard.press('Tab');
    await page.getByLabel('Endpoint').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    release();
    await page.getByRole('option', { name: 'sim/v2' }).waitFor();
    assert.equal(await page.locator('[role=listbox]').count(), 1);
    await page.keyboard.press('Escape');
    await untilEqual(() => page.locator('[role=listbox]').count(), 0);
    assert.equal(await page.getByLabel('Model', { exact: true }).inputValue(), 'sim');
    assertNoFaults(tab);
  });

  it('is usable by keyboard alone: a run is started, watched and cancelled', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await tabTo(page, page.getByRole('button', { name: 'Sample' }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'All samples' }).waitFor();
    await page.keyboard.press('Enter');
    await waitForVisible(page.getByText('9 scenarios, 39 turns'));
    await tabTo(page, page.getByLabel('Endpoint'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type(environment.endpoint);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('sim/slow');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/[?&]run=/);
    await page.getByRole('progressbar', { name: 'Finished turns' }).waitFor();
    await waitForVisible(page.getByText(/running$/));
    await assertAccessible(page, 'a run in progress');
    await takeScreenshot(page, 'new-run-live');
    await page.keyboard.press('s');
    await tabTo(page, page.getByRole('button', { name: 'Stop the run' }));
    await page.keyboard.press('Enter');
    await waitForVisible(page.getByText(/cancelled$/));
    await assertAccessible(page, 'a run that was stopped');
    const [run] = await walkRuns(environment.evals);
    assert.equal(run?.state, 'cancelled');
    assertNoFaults(tab);
  });

  it('lists the errors of a batch by line, and jumps there', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    const editor = page.getByLabel('Batch', { exact: true });
    await editor.fill(
      '[{"interactions": [\n{"user_message": "Hi"},\n{"reference_reply": "x"}\n]}]',
    );
    await waitForVisible(page.getByText('line 2: reference_reply is empty'));
    await page.getByRole('button', { name: 'line 3: user_message is missing' }).click();
    const caret = await editor.evaluate(
      (area) => (area as { selectionStart?: number }).selectionStart,
    );
    assert.equal(caret, '[{"interactions": [\n{"user_message": "Hi"},\n'.length);
    assert.ok(await page.getByRole('button', { name: 'Start' }).isDisabled());
    await editor.fill('[{"interactions": [\n{"user_message": "Hi",}\n]}]');
    await waitForVisible(page.getByText('line 2: extra comma before }'));
    assertNoFaults(tab);
  });

  it('explains that the service has no model for a simulated user', async () => {
    await using tab = await environment.open('/console/new?endpoint=http://127.0.0.1:1/&model=m');
    const { page } = tab;
    const batch = { user: { goal: 'Get a new card.' } };
    await page.getByLabel('Batch', { exact: true }).fill(JSON.stringify(batch));
    await waitForVisible(page.getByText('1 scenario, at most 8 turns'));
    await page.getByRole('button', { name: /^✗ line 1: .* set USER_MODEL$/ }).waitFor();
    await waitForVisible(page.getByRole('status').getByText(/^a simulated user needs a model/));
    assertNoFaults(tab);
  });

  it('accepts a dropped or opened file, and the run settings in it', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await page.getByLabel('Batch file').setInputFiles(SAMPLE.pathname);
    await waitForVisible(page.getByText('1 scenario, 4 turns'));
    await untilEqual(() => page.getByLabel('Name').inputValue(), 'bank-lost-card');
    await untilEqual(() => page.getByLabel('Endpoint').inputValue(), 'http://127.0.0.1:8000/');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.evaluate(`{
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(readFileSync(SAMPLE, 'utf8'))}], 'b.json'));
      const drop = new DragEvent('drop', { bubbles: true, dataTransfer: transfer });
      document.querySelector('textarea').dispatchEvent(drop);
    }`);
    await waitForVisible(page.getByText('1 scenario, 4 turns'));
    assertNoFaults(tab);
  });

  it('is restored by a reload, including the batch', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, 'http://127.0.0.1:9/v1', 'a/b');
    await page.getByLabel('Attempts').fill('7');
    await page.waitForURL(/attempts=7/);
    await page.reload();
    await waitForVisible(page.getByText('9 scenarios, 39 turns'));
    await waitForVisible(page.getByText('273', { exact: true }));
    await untilEqual(() => page.getByLabel('Endpoint').inputValue(), 'http://127.0.0.1:9/v1');
    await untilEqual(() => page.getByLabel('Model', { exact: true }).inputValue(), 'a/b');
    assertNoFaults(tab);
  });

  it('shows the result of a test call, and the errors of the service', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, 'http://127.0.0.1:1/v1', 'a/b');
    await page.getByRole('button', { name: 'Test call' }).click();
    await waitForVisible(page.getByText(/connect$/));
    const long = JSON.stringify([
      { interactions: Array.from({ length: 1001 }, () => ({ user_message: 'Hi' })) },
    ]);
    await page.getByLabel('Batch', { exact: true }).fill(long);
    await waitForVisible(page.getByText('1 scenario, 1,001 turns'));
    await page.getByRole('button', { name: 'Start' }).click();
    await waitForVisible(page.getByRole('alert').getByText('at most 1000 are allowed'));
    await page.getByRole('button', { name: /line 1: 1001 interactions/ }).waitFor();
    await assertAccessible(page, 'a run that is refused');
    assertNoFaults(tab);
  });

  it('keeps Start in its place when the plan arrives, so that a click at that moment counts', async () => {
    for (const width of [1440, 1024, 390]) {
      await using tab = await environment.open('/console/new', { width });
      const { page } = tab;
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/plan', async (route) => {
        await released;
        await route.continue();
      });
      await composeRun(page, environment.endpoint, 'quirk/envelope');
      const start = page.getByRole('button', { name: 'Start' });
      const place = await start.boundingBox();
      release();
      await waitForVisible(page.getByText('195', { exact: true }));
      assert.deepEqual(await start.boundingBox(), place, `at ${width} pixels`);
    }
  });

  it('can start from an earlier run, and shows the smallest detectable change', async () => {
    const { run_id } = await runSamples(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/v1',
      test_name: 'nightly',
      attempts: 3,
    });
    await using tab = await environment.open(`/console/new?from=${run_id}&baseline=${run_id}`);
    const { page } = tab;
    await waitForVisible(page.getByText('9 scenarios, 39 turns'));
    await untilEqual(() => page.getByLabel('Name').inputValue(), 'nightly');
    await waitForVisible(page.getByText('117', { exact: true }));
    await waitForVisible(page.getByText('or more, with 80 % power'));
    await page.getByLabel('Baseline').click();
    await page.getByRole('option', { name: 'none' }).click();
    await page.getByLabel('Attempts').fill('1');
    await waitForVisible(page.getByText(/^needs two attempts or more/));
    assertNoFaults(tab);
  });

  it('offers the path of a reply that a test call could not read, and sends it with the run', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, environment.endpoint, 'quirk/envelope');
    await page.getByRole('button', { name: 'Test call' }).click();
    await page.getByRole('button', { name: 'Read the reply at /data/answer/body' }).click();
    await waitForVisible(page.getByText(/ms · openai/));
    await page.getByText('How to call it, history and system prompt').click();
    assert.equal(await page.getByLabel('Path of the reply').inputValue(), '/data/answer/body');
    await page.getByLabel('Protocol').selectOption('openai');
    await page.getByLabel('History').selectOption('reference');
    await page.getByLabel('System prompt').fill('Be brief.');
    await assertAccessible(page, 'the options of a target');
    await page.reload();
    await untilEqual(() => page.getByLabel('System prompt').inputValue(), 'Be brief.');
    const sent = page.waitForRequest((request) => request.url().endsWith('/evaluate'));
    await page.getByRole('button', { name: 'Start' }).click();
    const { protocol, target, history, system_prompt } = (await sent).postDataJSON() as Sent;
    assert.deepEqual(
      [protocol, target, history, system_prompt],
      ['openai', { reply: '/data/answer/body' }, 'reference', 'Be brief.'],
    );
    await page.waitForURL(/[?&]run=/);
    assertNoFaults(tab);
  });
});
