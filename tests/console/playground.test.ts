import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFits } from '../support/browser/assert-fits.ts';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  openPage,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { holdReply } from '../support/browser/hold-reply.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import {
  FINE_TUNED_MODEL,
  HUB_MODEL,
  startSimulatedAgent,
  type SimulatedAgent,
} from '../support/services/start-simulated-agent.ts';
import { tabTo } from '../support/browser/tab-to.ts';
import { until, untilEqual } from '../support/services/until.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

const LOST_CARD = 'I think I left my debit card on the tram. What do I do?';
const SEARCH = 'Please search for the opening hours of the branch.';

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.keyboard.press('Enter');
}

describe('Playground', () => {
  let backend: SimulatedAgent;
  let environment: ConsoleEnvironment;

  before(async () => {
    backend = await startSimulatedAgent();
    environment = await openConsole({ AGENT_URL: backend.agent.url }, backend.simulator);
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await backend[Symbol.asyncDispose]();
  });

  it('shows the first words of a reply while the others are still to come', async () => {
    await using tab = await openPage(environment.browser, environment.evals.url, {
      path: `/console/playground?model=${HUB_MODEL}`,
    });
    const { page } = tab;
    const held = await holdReply(page);
    await page.reload();
    const log = page.getByRole('log');
    await ask(page, LOST_CARD);
    const first = await held.words();
    await until('they are shown', async () => (await log.innerText()).includes(first));
    assert.equal(await log.getByText(/block|tokens/).count(), 0);
    await held.release();
    await waitForVisible(log.getByText(/block/));
    await ask(page, 'Yes, block it.');
    await untilEqual(() => log.getByText(/tokens/).count(), 2);
    assertNoFaults(tab);
  });

  it('can chat with a fine-tuned model and inspect its tools by keyboard alone', async () => {
    await using tab = await environment.open('/console/playground');
    const { page } = tab;
    const model = page.getByRole('combobox', { name: 'Model', exact: true });
    await tabTo(page, model);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('sim-v2');
    await page.getByRole('option', { name: /sim-v2/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilEqual(() => model.inputValue(), FINE_TUNED_MODEL);
    await tabTo(page, page.getByLabel('Message'));
    await page.keyboard.type(SEARCH);
    await page.keyboard.press('Enter');
    const tools = page.getByRole('list', { name: 'Tools' });
    await waitForVisible(tools.getByText('✓ done'));
    await tabTo(page, tools.locator('summary'));
    await page.keyboard.press('Enter');
    await waitForVisible(tools.getByText('Said'));
    await waitForVisible(page.getByText(/I looked it up/));
    await waitForVisible(page.getByRole('log').getByText('You', { exact: true }).first());
    const markdown = page.getByRole('button', { name: 'Markdown' });
    await markdown.click();
    await untilEqual(() => markdown.getAttribute('aria-pressed'), 'true');
    await assertAccessible(page, 'a reply as Markdown');
    assertNoFaults(tab);
  });

  it('is usable by keyboard alone, including stopping an answer', async () => {
    // It thinks for seconds.
    await using tab = await environment.open('/console/playground?model=sim/slow');
    const { page } = tab;
    await page.getByLabel('Message').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(LOST_CARD);
    await page.keyboard.press('Enter');
    const log = page.getByRole('log');
    await waitForVisible(log.getByText(LOST_CARD));
    await page.keyboard.press('Escape');
    await waitForVisible(log.getByText('■ stopped'));
    await page.getByRole('button', { name: 'Send' }).waitFor();
    assertNoFaults(tab);
  });

  it('asks two models the same question side by side, and is restored by a reload', async () => {
    await using tab = await environment.open(`/console/playground?model=${HUB_MODEL}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Second model' }).click();
    await page.waitForURL(/second=/);
    await ask(page, LOST_CARD);
    const answers = page.getByText(/tokens/);
    await until('both have answered', async () => (await answers.count()) === 2);
    await assertAccessible(page, 'two conversations');
    await assertFits(page, 'two conversations');
    await page.reload();
    await until('both are there again', async () => (await answers.count()) === 2);
    await untilEqual(() => page.getByRole('log').count(), 2);
    await page.getByRole('button', { name: 'Clear' }).click();
    await until('nothing is left', async () => (await page.getByRole('log').count()) === 0);
    assertNoFaults(tab);
  });

  it('turns a conversation into a scenario, and the scenario into a run', async () => {
    await using tab = await environment.open(`/console/playground?model=${HUB_MODEL}`);
    const { page } = tab;
    await ask(page, LOST_CARD);
    await waitForVisible(page.getByText(/tokens/));
    await page.getByRole('button', { name: 'Save as scenario' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as scenario' });
    await dialog.getByLabel('Name').fill('lost card');
    await assertAccessible(page, 'saving a scenario');
    await dialog.getByRole('button', { name: 'Add to a new run' }).click();
    await page.waitForURL('**/console/new*');
    await waitForVisible(page.getByText('1 scenario, 1 turn'));
    await untilEqual(() => page.getByLabel('Endpoint').inputValue(), backend.agent.url);
    await untilEqual(() => page.getByLabel('Model', { exact: true }).inputValue(), HUB_MODEL);
    await page.getByRole('button', { name: 'Start' }).click();
    await waitForVisible(page.getByText('5 / 5'));
    assertNoFaults(tab);
  });

  it('shows the question as a command', async () => {
    await using tab = await environment.open(`/console/playground?model=${HUB_MODEL}`);
    const { page } = tab;
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ask(page, "It's me");
    await waitForVisible(page.getByText(/tokens/));
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await waitForVisible(page.getByText('✓ Copied'));
    await assertAccessible(page, 'the command');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, new RegExp(`^curl -N '${backend.agent.url}/\\?stream=true'`));
    assert.ok(copied.includes(String.raw`It'\''s me`), copied);
    assertNoFaults(tab);
  });

  it('shows an error, and can retry', async () => {
    await using tab = await environment.open('/console/playground?model=gpt4');
    const { page } = tab;
    await ask(page, 'Hello');
    await waitForVisible(page.getByText('No answer.'));
    await waitForVisible(page.getByText(/x-model-id must be/));
    await assertAccessible(page, 'a question without an answer');
    await takeScreenshot(page, 'playground-failed');
    await page.getByRole('combobox', { name: 'Model', exact: true }).fill(HUB_MODEL);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await waitForVisible(page.getByText(/tokens/));
    await untilEqual(() => page.getByText('No answer.').count(), 0);
    assertNoFaults(tab);
  });

  it('opens a chat in the editor of a dataset', async () => {
    await using tab = await environment.open(`/console/playground?model=${HUB_MODEL}`);
    const { page } = tab;
    await ask(page, LOST_CARD);
    await waitForVisible(page.getByText(/tokens/));
    await page.getByRole('button', { name: 'Add to dataset' }).click();
    await page.getByRole('dialog').getByLabel('Dataset').fill('from-chats');
    await page.getByRole('button', { name: 'Open the editor' }).click();
    await page.waitForURL('**/console/datasets/from-chats/edit');
    await untilEqual(() => page.getByLabel('User message').inputValue(), LOST_CARD);
    assert.match(await page.getByLabel('Reference reply').inputValue(), /block/);
    assertNoFaults(tab);
  });
});
