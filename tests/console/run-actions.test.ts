import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { ask, viewRun } from '../support/calls/run-api.ts';
import { until, untilEqual } from '../support/services/until.ts';
import { SESSION_TARGET, startSessionApi } from '../support/stubs/start-session-api.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';

/** Two scenarios. The reply about the fee is too long and has a wrong label. */
const BATCH = [
  {
    id: 'card',
    name: 'Lost card',
    interactions: [
      {
        user_message: 'block my card',
        reference_metadata: { intent: 'block_card' },
        checks: [{ id: 'short', max_words: 5 }, { contains: 'blocked' }],
      },
    ],
  },
  {
    id: 'fee',
    name: 'Fee',
    interactions: [
      {
        user_message: 'what does it cost',
        reference_metadata: { intent: 'ask_fee' },
        checks: [{ id: 'short', max_words: 5 }],
      },
    ],
  },
];

describe('a run with failures', () => {
  let environment: ConsoleEnvironment;
  let endpoint: Stub;
  let isDown = false;

  before(async () => {
    environment = await openConsole({ ENDPOINT_RETRIES: '0' });
    endpoint = await startStub(({ body }, response) => {
      if (isDown) return sendJson(response, { error: { message: 'no' } }, 400);
      const { messages } = body as { messages: readonly { content: string }[] };
      const isCard = messages.at(-1)?.content === 'block my card';
      const reply = isCard ? 'It is blocked.' : 'That depends on many things that differ.';
      return sendJson(response, {
        ...chatCompletion(reply),
        metadata: { intent: 'block_card' },
      });
    });
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const run = async (changes: object = {}): Promise<string> => {
    const answer = await evaluate(environment.evals, {
      endpoint: `${endpoint.url}/v1`,
      model_id: 'stub',
      test_name: 'bank',
      attempts: 2,
      test_batch: BATCH,
      tags: ['nightly'],
      ...changes,
    });
    return answer.run_id;
  };

  it('shows failures in red, and a check links to its replies', async () => {
    const runId = await run({ gates: ['checks.short >= 0.9', 'answered >= 1'] });
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    const gates = page.getByRole('list', { name: 'Gates' }).getByRole('listitem');
    await waitForVisible(gates.filter({ hasText: /✗ fail checks\.short >= 0\.9/ }));
    const rows = page.getByRole('grid').getByRole('row');
    await untilEqual(() => rows.count(), 3);
    await page
      .getByRole('row', { name: /^check failed Fee/ })
      .locator('.text-bad')
      .first()
      .waitFor();
    await page
      .getByRole('list', { name: 'Checks' })
      .getByRole('button', { name: 'failed short 2 of 4 failed' })
      .click();
    await page.waitForURL(/failed_check=short/);
    await untilEqual(() => rows.count(), 2);
    await assertAccessible(page, 'the interactions that failed a check');
    await takeScreenshot(page, 'run-checks');
    await page.getByRole('button', { name: /Failed check: short/ }).click();
    await untilEqual(() => rows.count(), 3);
    await page.getByRole('button', { name: 'ask_fee expected, block_card given: 2' }).click();
    await untilEqual(() => rows.count(), 2);
    await page.getByRole('row', { name: /Fee/ }).waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('combobox', { name: 'Scenario' }).click();
    await page.getByRole('option', { name: 'Lost card' }).click();
    await untilEqual(() => rows.count(), 2);
    await page.getByRole('row', { name: /Lost card/ }).waitFor();
    assertNoFaults(tab);
  });

  it('can be retried for its failed requests', async () => {
    isDown = true;
    const runId = await run({ gates: ['allow failures'] });
    isDown = false;
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Actions' }).click();
    await assertAccessible(page, 'the actions of a run');
    await page.getByRole('menuitem', { name: 'Retry 4 turns …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry bank?' });
    await waitForVisible(
      dialog.getByText(/Finished replies are kept and are not paid for again\.$/),
    );
    await assertAccessible(page, 'the question before a retry');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await until('every turn has an answer', async () => {
      const { failed_turns, state } = await viewRun(environment.evals, runId);
      return state === 'completed' && failed_turns === 0;
    });
    await page.getByRole('row', { name: /^pass Lost card/ }).waitFor();
    assertNoFaults(tab);
  });

  it('starts conversations with a session again, and proposes a budget for all their turns', async () => {
    await using chats = await startSessionApi();
    for (const attempt of [0, 1]) chats.refused.add(`${attempt}/0`);
    const turns = [{ user_message: 'block my card' }, { user_message: 'thanks' }];
    const runId = await run({
      endpoint: chats.url,
      target: SESSION_TARGET,
      test_batch: { interactions: turns },
      budget: { calls: 4 },
      gates: ['allow failures'],
    });
    chats.refused.clear();
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Retry 2 turns …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry bank?' });
    const said = '2 turns without an answer are played. Conversations with a session start again';
    await waitForVisible(dialog.getByText(`${said} from the first turn.`));
    assert.equal(await dialog.getByLabel('Call budget').inputValue(), '8');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await until('every turn has an answer', async () => {
      const { failed_turns, state } = await viewRun(environment.evals, runId);
      return state === 'completed' && failed_turns === 0;
    });
    await page.getByRole('tab', { name: 'Log' }).click();
    await waitForVisible(page.getByText('retried: 2 attempts from the first turn'));
    assertNoFaults(tab);
  });

  it('can be rescored with another pass threshold', async () => {
    const runId = await run();
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Rescore …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rescore bank' });
    await dialog.getByLabel('Pass threshold').fill('2');
    await waitForVisible(dialog.getByText('The pass threshold is a number from 0 to 1.'));
    await dialog.getByLabel('Pass threshold').fill('0.9');
    await dialog.getByLabel('Weight of the metadata').fill('1');
    await assertAccessible(page, 'the form of a rescore');
    await takeScreenshot(page, 'run-rescore');
    await dialog.getByRole('button', { name: 'Rescore' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await until('it is scored again', async () => {
      const { result } = await viewRun(environment.evals, runId);
      return result?.revision === 2;
    });
    const { result } = await viewRun(environment.evals, runId);
    assert.deepEqual([result?.pass_threshold, result?.weights.metadata], [0.9, 1]);
    await waitForVisible(page.getByText('completed'));
    assertNoFaults(tab);
  });

  it('is deleted after a confirmation that names it', async () => {
    const runId = await run({ test_name: 'to be deleted' });
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete to be deleted?' });
    await waitForVisible(dialog.getByText(/The run of stub, .* is removed/));
    await assertAccessible(page, 'the question before a run is deleted');
    await dialog.getByRole('button', { name: 'Delete the run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await untilEqual(() => page.getByRole('link', { name: 'to be deleted' }).count(), 0);
    assert.equal((await ask(environment.evals, `/runs/${runId}`)).status, 404);
    assertNoFaults(tab);
  });

  it('is found in the list of runs by model, tag and state, with the verdict of its gates', async () => {
    await run({ test_name: 'gated', gates: ['checks.short >= 0.9'], tags: ['release'] });
    await using tab = await environment.open('/console/runs?state=done');
    const { page } = tab;
    await waitForVisible(page.getByText('Unknown state: done.'));
    await assertAccessible(page, 'a filter of runs that is not understood');
    await page.getByRole('combobox', { name: 'Tag' }).click();
    await page.getByRole('option', { name: 'release' }).click();
    await untilEqual(async () => new URL(page.url()).search, '?tag=release');
    await page.getByRole('row', { name: /gates failed fail 1\/1 gated/ }).waitFor();
    const rows = page.getByRole('table', { name: 'Runs, newest first' }).getByRole('row');
    await untilEqual(() => rows.count(), 2);
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'stub' }).click();
    await page.waitForURL(/model_id=stub/);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'running' }).click();
    await waitForVisible(page.getByText('No runs match the filter.'));
    await page.getByRole('button', { name: 'Show all runs' }).click();
    await page.waitForURL(/\/console\/runs$/);
    await page.getByRole('row', { name: /gated/ }).waitFor();
    assertNoFaults(tab);
  });
});
