import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { assertFits, WIDTHS } from '../support/browser/assert-fits.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { turn } from '../support/browser/scenario-page.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import {
  startSimulatedAgent,
  type SimulatedAgent,
} from '../support/services/start-simulated-agent.ts';

interface Exchange {
  readonly user_message: string;
  readonly reference_reply: string;
  readonly reference_metadata: { readonly intent: string };
}

const SAMPLE = new URL('../../samples/bank-lost-card.json', import.meta.url);
const RUN_MS = 90_000;

/** The simulated models know this conversation, and sim/v2 is wrong about the payment in its second turn. */
async function readExchanges(): Promise<readonly Exchange[]> {
  const { test_batch } = JSON.parse(await readFile(SAMPLE, 'utf8')) as {
    readonly test_batch: { readonly interactions: readonly Exchange[] };
  };
  return test_batch.interactions.slice(0, 3);
}

/** Asserts that a state that no other test shows is accessible and fits every width. */
async function assertClean(page: Page, screen: string): Promise<void> {
  await assertAccessible(page, screen);
  await assertFits(page, `tester ${screen}`);
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
}

/** From the first screen to an empty dataset, with the keyboard after the first click. */
async function createDataset(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Datasets' }).click();
  await waitForVisible(page.getByText('A dataset is a stored list of scenarios'));

  await page.getByRole('button', { name: 'New dataset' }).press('Enter');
  await waitForVisible(page.getByRole('dialog', { name: 'New dataset' }));
  await page.keyboard.type('cards');
  await assertClean(page, 'new dataset');
  await page.keyboard.press('Enter');
  await waitForVisible(page.getByRole('heading', { level: 1, name: 'cards' }));
  await assertClean(page, 'empty dataset');
}

async function writeScenario(page: Page, exchanges: readonly Exchange[]): Promise<void> {
  await page.getByRole('button', { name: 'New scenario' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Lost card');
  await turn(page, 1).getByLabel('User message').focus();
  for (const [at, { user_message, reference_reply, reference_metadata }] of exchanges.entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Add turn' }).press('Enter');
    await page.keyboard.insertText(user_message);
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(reference_reply);
    const written = turn(page, at + 1);
    await written.getByText('Labels', { exact: true }).click();
    await written.getByRole('button', { name: 'Add label' }).click();
    await written.getByLabel('Name of label 1').fill('intent');
    await written.getByLabel('Value of label 1').fill(reference_metadata.intent);
  }
  const first = turn(page, 1);
  await first.getByRole('button', { name: 'Add check' }).click();
  await first.getByLabel('Check 1', { exact: true }).last().selectOption('Contains a text');
  await first.getByLabel('Text', { exact: true }).fill('4471');
  await turn(page, 2).getByRole('button', { name: 'Add check' }).press('Enter');
  await page.keyboard.type('say that the payment is still pending');
}

async function tryScenario(page: Page): Promise<void> {
  await page.getByLabel('Model').fill('sim/v1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  for (const number of [1, 2, 3]) {
    const reply = page.getByRole('listitem', { name: `Reply to turn ${number}` });
    await waitForVisible(reply.getByText(/score/), { timeout: RUN_MS });
  }
  for (const number of [1, 2]) {
    const reply = page.getByRole('listitem', { name: `Reply to turn ${number}` });
    await waitForVisible(reply.getByRole('list', { name: 'Checks' }).getByText('passed'));
  }
  await assertClean(page, 'tried scenario');
}

/** Fills in the form for a run of five attempts, from the page of the dataset. */
async function composeDatasetRun(page: Page, model: string, baseline?: RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Run', exact: true }).click();
  await waitForVisible(page.getByText('Version 2 has 1 scenario, 3 turns'));
  await page.getByLabel('Model', { exact: true }).fill(model);
  await page.keyboard.press('Escape');
  await page.getByLabel('Attempts').fill('5');
  if (baseline) {
    await page.getByRole('combobox', { name: 'Baseline' }).click();
    await waitForVisible(page.getByRole('option', { name: baseline }));
    assert.equal(await page.getByRole('option', { name: /^try/ }).count(), 0);
    await page.getByRole('option', { name: baseline }).click();
  }
}

/** Waits until the replies are graded: the page of the run then shows its headline. */
async function waitForResult(page: Page): Promise<void> {
  await waitForVisible(page.getByLabel('Result of the run'), { timeout: RUN_MS });
}

describe('A tester who knows no JSON', () => {
  let backend: SimulatedAgent;
  let environment: ConsoleEnvironment;

  before(async () => {
    backend = await startSimulatedAgent();
    environment = await openConsole(
      {
        AGENT_URL: backend.agent.url,
        JUDGE_MODEL: 'sim/judge',
        JUDGE_BASE_URL: `${backend.simulator.url}/v1`,
      },
      backend.simulator,
    );
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await backend[Symbol.asyncDispose]();
  });

  it('writes a scenario in a new dataset, tries it, finds the regression of a model, and corrects the scenario as a new version', async () => {
    await using tab = await environment.open('/', { width: 1440 });
    const { page } = tab;
    await createDataset(page);
    await writeScenario(page, await readExchanges());
    await tryScenario(page);
    await page.getByLabel('What changed').fill('First scenario');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForVisible(page.getByRole('status').getByText('Saved as version 2.'));
    await page.getByRole('link', { name: 'cards', exact: true }).click();
    await waitForVisible(page.getByText('Lost card', { exact: true }));

    await composeDatasetRun(page, 'sim/v1');
    await page.keyboard.press('Control+Enter');
    await waitForResult(page);
    await page.getByRole('link', { name: 'cards@2' }).click();
    await composeDatasetRun(page, 'sim/v2', /^cards · sim\/v1/);

    await page.getByRole('button', { name: 'Start' }).click();
    await waitForResult(page);
    const result = page.getByLabel('Result of the run');
    await waitForVisible(result.getByText('5 required checks failed'));
    await assertClean(page, 'failed run');
    await page.getByRole('link', { name: 'Open the run' }).click();
    await waitForVisible(result.getByText(/regressed: .* Worse: Lost card/));

    await page.getByRole('row', { name: /check failed/ }).click();
    await page.getByRole('link', { name: 'Edit the scenario' }).click();
    const reference = turn(page, 2).getByLabel('Reference reply');
    await reference.fill(
      (await reference.inputValue()).replace('ten working days', 'five working days'),
    );
    await page.getByLabel('What changed').fill('We answer within five days');
    await page.keyboard.press('Control+s');
    await waitForVisible(page.getByRole('status').getByText('Saved as version 3.'));
    await page.getByRole('link', { name: 'cards', exact: true }).click();
    await page.getByRole('tab', { name: 'Versions', exact: true }).click();
    await waitForVisible(page.getByText('We answer within five days'));

    await page.getByLabel('Version 3', { exact: true }).check();
    await page.getByLabel('Version 2', { exact: true }).check();
    await page.getByRole('button', { name: 'Compare versions 2 and 3' }).click();
    const change = page.getByRole('region', { name: 'Turn 2: reference reply' });
    await waitForVisible(change.getByText('five'));

    assertNoFaults(tab);
  });
});
