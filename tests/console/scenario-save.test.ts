import { type Client, createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { CARD, saveScenario, turn } from '../support/browser/scenario-page.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import {
  HUB_MODEL,
  startSimulatedAgent,
  type SimulatedAgent,
} from '../support/services/start-simulated-agent.ts';
import { untilEqual } from '../support/services/until.ts';

const LOST_CARD = 'I think I left my debit card on the tram. What do I do?';

describe('A scenario that is saved and tried', () => {
  let backend: SimulatedAgent;
  let environment: ConsoleEnvironment;
  let client: Client;

  before(async () => {
    backend = await startSimulatedAgent();
    environment = await openConsole({ AGENT_URL: backend.agent.url }, backend.simulator);
    client = createClient({ baseUrl: environment.evals.url });
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await backend[Symbol.asyncDispose]();
  });

  /** A dataset with one scenario, and the path of its editor. */
  async function seed(name: string): Promise<string> {
    await client.request('PUT /datasets/:name', { name, body: { scenarios: [CARD] } });
    return `/console/datasets/${name}/edit?id=lost-card`;
  }

  it('gives a new scenario an id that is free', async () => {
    await seed('taken');
    await using tab = await environment.open('/console/datasets/taken/edit');
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('Lost card');
    await page.getByLabel('User message').fill('Another one.');
    await saveScenario(page, 'Saved as version 2.');
    await page.waitForURL(/\?id=lost-card-2/);
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'taken',
      id: 'lost-card',
    });
    assert.deepEqual(scenario, CARD);
    await page.getByRole('link', { name: 'Run the dataset' }).click();
    await page.waitForURL(/\/console\/new\?dataset=taken/);
    assertNoFaults(tab);
  });

  it('keeps what is typed while it is saved, as changes to the version that is made', async () => {
    await using tab = await environment.open(await seed('typing'));
    const { page } = tab;
    const release = await holdSave(page);
    await page.getByLabel('Description').fill('Sent');
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Saving' }).waitFor();
    await page.getByLabel('Description').fill('Sent, and typed later');
    release();
    await page.getByRole('button', { name: 'Saving' }).waitFor({ state: 'hidden' });
    await waitForVisible(page.getByText('Unsaved changes'));
    assert.equal(await page.getByLabel('Description').inputValue(), 'Sent, and typed later');
    await saveScenario(page, 'Saved as version 3.');
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'typing',
      id: 'lost-card',
    });
    assert.deepEqual(scenario, { ...CARD, description: 'Sent, and typed later' });
    assertNoFaults(tab);
  });

  it('keeps what is typed while a new scenario is saved, under its id', async () => {
    await seed('typing-new');
    await using tab = await environment.open('/console/datasets/typing-new/edit');
    const { page } = tab;
    const release = await holdSave(page);
    await page.getByLabel('Name', { exact: true }).fill('Refund');
    await page.getByLabel('User message').fill('Sent');
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Saving' }).waitFor();
    await page.getByLabel('User message').fill('Typed later');
    release();
    await page.waitForURL(/\?id=refund/);
    await waitForVisible(page.getByText('Unsaved changes'));
    await saveScenario(page, 'Saved as version 3.');
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'typing-new',
      id: 'refund',
    });
    assert.equal(scenario.interactions[0]?.user_message, 'Typed later');
    await page.goto(`${environment.evals.url}/console/datasets/typing-new/edit`);
    await untilEqual(() => page.getByLabel('User message').inputValue(), '');
    assertNoFaults(tab);
  });

  it('warns before unsaved changes are left, and has them again afterwards', async () => {
    await using tab = await environment.open(await seed('drafts'));
    const { page } = tab;
    await page.getByLabel('Description').fill('Not saved');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await assertAccessible(page, 'the warning before leaving');
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await page.goBack();
    await untilEqual(() => page.getByLabel('Description').inputValue(), 'Not saved');
    await waitForVisible(page.getByText('Unsaved changes'));
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await untilEqual(() => page.getByLabel('Description').inputValue(), '');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.waitForURL(/console\/runs/);
    assertNoFaults(tab);
  });

  it('saves on top of a version that changed another scenario', async () => {
    await using tab = await environment.open(await seed('apart'));
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('Lost card, mine');
    const other = { id: 'other', name: 'Refund', interactions: [{ user_message: 'Hi' }] };
    await client.request('POST /datasets/:name/changes', {
      name: 'apart',
      body: { base_version: 1, upsert: [other] },
    });
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'The dataset was changed in the meantime' });
    await waitForVisible(dialog.getByText('Refund'));
    await waitForVisible(dialog.getByText('This scenario was not changed by others.'));
    await dialog.getByRole('button', { name: 'Save on top of version 2' }).click();
    await waitForVisible(page.getByRole('status').getByText('Saved as version 3.'));
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'apart',
      id: 'lost-card',
    });
    assert.deepEqual(scenario, { ...CARD, name: 'Lost card, mine' });
    await client.request('GET /datasets/:name/scenarios/:id', { name: 'apart', id: 'other' });
    assertNoFaults(tab);
  });

  it('shows both versions of a field that was changed twice, and keeps what is chosen', async () => {
    await using tab = await environment.open(await seed('twice'));
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('My name');
    await turn(page, 2).getByLabel('User message').fill('My message');
    const theirs = {
      ...CARD,
      name: 'Their name',
      description: 'Theirs alone',
      interactions: CARD.interactions.with(1, { user_message: 'Their message' }),
    };
    await client.request('POST /datasets/:name/changes', {
      name: 'twice',
      body: { base_version: 1, upsert: [theirs] },
    });
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'The dataset was changed in the meantime' });
    await dialog.getByRole('group', { name: 'Name' }).getByLabel('Theirs').check();
    await waitForVisible(dialog.getByText('2 fields of this scenario were changed on both sides.'));
    await assertAccessible(page, 'two changes of one scenario');
    await takeScreenshot(page, 'scenario-conflict');
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    await untilEqual(() => turn(page, 2).getByLabel('User message').inputValue(), 'My message');
    await page.keyboard.press('Control+s');
    await dialog.getByRole('group', { name: 'Name' }).getByLabel('Theirs').check();
    await dialog.getByRole('button', { name: 'Save on top of version 2' }).click();
    await waitForVisible(page.getByRole('status').getByText('Saved as version 3.'));
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'twice',
      id: 'lost-card',
    });
    assert.deepEqual(scenario, {
      ...theirs,
      interactions: CARD.interactions.with(1, { user_message: 'My message' }),
    });
    await untilEqual(() => page.getByLabel('Name', { exact: true }).inputValue(), 'Their name');
    assertNoFaults(tab);
  });

  it('names the turns without a user message, which may have been added by mistake', async () => {
    await using tab = await environment.open('/console/datasets/holes/edit');
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('Lost card');
    await page.getByLabel('User message').fill(LOST_CARD);
    await page.getByRole('button', { name: 'Add turn' }).click();
    await waitForVisible(page.getByText('! Turn 2 has no user message.'));
    await turn(page, 2).getByLabel('User message').fill('Thanks.');
    await page.getByText('! Turn 2 has no user message.').waitFor({ state: 'detached' });
    assertNoFaults(tab);
  });

  it('tries a scenario that is not saved, and takes a reply over as the reference', async () => {
    await using tab = await environment.open('/console/datasets/tried/edit');
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('Lost card');
    await page.getByLabel('User message').fill(LOST_CARD);
    await turn(page, 1).getByRole('button', { name: 'Add check' }).click();
    await turn(page, 1).getByLabel('Check 1', { exact: true }).last().selectOption('contains');
    await page.getByLabel('Text', { exact: true }).fill('block');
    await turn(page, 1).getByRole('button', { name: 'Add check' }).click();
    await turn(page, 1).getByLabel('Check 2', { exact: true }).last().selectOption('max_words');
    await page.getByLabel('Number of words').fill('1');
    await page.getByLabel('Model').fill(HUB_MODEL);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    const reply = page.getByRole('listitem', { name: 'Reply to turn 1' });
    await waitForVisible(reply.getByText('passed'));
    await waitForVisible(reply.getByText('failed'));
    await waitForVisible(reply.getByText(/words/));
    await assertAccessible(page, 'a tried scenario');
    await takeScreenshot(page, 'scenario-tried');
    await reply.getByRole('button', { name: 'Use this reply as reference' }).click();
    const reference = await page.getByLabel('Reference reply').inputValue();
    assert.match(reference, /block/);
    await waitForVisible(page.getByText('The scenario was changed after this try.'));
    const { runs } = await client.request('GET /runs', { query: { tag: 'try' } });
    assert.deepEqual(
      runs.map(({ test_name, attempts }) => [test_name, attempts]),
      [['try: Lost card', 1]],
    );
    await page.getByLabel('Model').fill('not a model');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await waitForVisible(reply.getByText('No reply.'));
    assertNoFaults(tab);
  });

  it('names the model of an id, and says why a tried reply has a low score', async () => {
    await using tab = await environment.open('/console/datasets/low/edit');
    const { page } = tab;
    await page.getByLabel('User message').fill(LOST_CARD);
    await page.getByLabel('Reference reply').fill('A new card costs 12 euros.');
    await waitForVisible(page.getByText('The model named sim-v2.'));
    await page.getByLabel('Model').fill(HUB_MODEL);
    await page.keyboard.press('Escape');
    await page.getByText('The model named').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    const reasons = page.getByRole('list', { name: 'Why this score' });
    await waitForVisible(reasons.getByText(/facts/));
    assertNoFaults(tab);
  });
});

/** Holds the next saves until the returned function is called. */
async function holdSave(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/datasets/*/changes', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
