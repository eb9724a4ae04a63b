import { type Client, createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { CARD, FEES, idsOf, LOAN, namesOn } from '../support/browser/dataset-page.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

describe('Datasets in the console', () => {
  let environment: ConsoleEnvironment;
  let client: Client;

  before(async () => {
    environment = await openConsole();
    client = createClient({ baseUrl: environment.evals.url });
  });
  after(() => environment[Symbol.asyncDispose]());

  it('are explained while there are none, and are created under a name that is checked as one types', async () => {
    await using tab = await environment.open('/console/runs');
    const { page } = tab;
    await page.getByRole('link', { name: 'Runs' }).first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await waitForVisible(page.getByText('A dataset is a stored list of scenarios'));
    await assertAccessible(page, 'no datasets');
    await takeScreenshot(page, 'datasets-empty');
    await page.getByRole('button', { name: 'New dataset' }).click();
    await page.getByLabel('Name', { exact: true }).fill('My-Tests');
    await waitForVisible(page.getByText('✗ Use small letters.'));
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByLabel('Name', { exact: true }).pressSequentially('my tests');
    await waitForVisible(page.getByText('✗ Use - instead of spaces.'));
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'my tests');
    await assertAccessible(page, 'the dialog for a new dataset');
    await page.getByLabel('Name', { exact: true }).fill('first-tests');
    await page.getByLabel('Message (optional)').fill('for the new bot');
    await page.getByRole('button', { name: 'Create the dataset' }).click();
    await page.waitForURL(/\/console\/datasets\/first-tests$/);
    await waitForVisible(page.getByText('This dataset has no scenarios yet.'));
    const { latest } = await client.request('GET /datasets/:name', { name: 'first-tests' });
    assert.equal(latest.message, 'for the new bot');
    await page.goto(`${environment.evals.url}/console/datasets`);
    await waitForVisible(page.getByText('for the new bot'));
    await page.getByLabel('Part of the name').fill('nothing-like-it');
    await waitForVisible(page.getByText('No dataset has this name.'));
    assertNoFaults(tab);
  });

  it('of a name that exists are not overwritten by New dataset', async () => {
    await client.request('PUT /datasets/:name', { name: 'taken', body: { scenarios: [LOAN] } });
    await using tab = await environment.open('/console/datasets');
    const { page } = tab;
    await page.getByRole('button', { name: 'New dataset' }).click();
    await page.getByLabel('Name', { exact: true }).fill('taken');
    await page.getByRole('button', { name: 'Create the dataset' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'taken');
    assert.deepEqual(await idsOf(client, 'taken'), ['loan']);
  });

  it('are searched and filtered by tag on the service', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'searched',
      body: { scenarios: [CARD, LOAN, FEES] },
    });
    await using tab = await environment.open('/console/datasets/searched');
    const { page } = tab;
    await untilEqual(() => namesOn(page), ['Lost card', 'Loan for a car', 'Fees abroad']);
    await page.getByRole('button', { name: 'cards 2' }).click();
    await untilEqual(() => namesOn(page), ['Lost card', 'Fees abroad']);
    await page.waitForURL(/[?&]tag=cards/);
    await page.getByLabel('Search ids, names and messages').fill('abroad');
    await untilEqual(() => namesOn(page), ['Fees abroad']);
    await page.getByLabel('Search ids, names and messages').fill('nothing');
    await waitForVisible(page.getByText('No scenarios match the search.'));
    await page.getByRole('button', { name: 'Show all' }).click();
    await untilEqual(() => namesOn(page), ['Lost card', 'Loan for a car', 'Fees abroad']);
    assertNoFaults(tab);
  });

  it('lose a scenario and get it back at its place by Undo', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'undone',
      body: { scenarios: [CARD, LOAN, FEES] },
    });
    await using tab = await environment.open('/console/datasets/undone');
    const { page } = tab;
    await page.getByRole('button', { name: 'Actions of Loan for a car' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await waitForVisible(page.getByText('Deleted “Loan for a car”.'));
    await untilEqual(() => namesOn(page), ['Lost card', 'Fees abroad']);
    assert.deepEqual(await idsOf(client, 'undone'), ['lost-card', 'fees']);
    await assertAccessible(page, 'a deleted scenario with Undo');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForVisible(page.getByText('Restored “Loan for a car”.'));
    await untilEqual(() => namesOn(page), ['Lost card', 'Loan for a car', 'Fees abroad']);
    assert.deepEqual(await idsOf(client, 'undone'), ['lost-card', 'loan', 'fees']);
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'undone',
      id: 'loan',
    });
    assert.deepEqual(scenario.interactions, LOAN.interactions);
    assertNoFaults(tab);
  });

  it('get a copy of a scenario behind it, as often as one asks', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'copied',
      body: { scenarios: [CARD, LOAN] },
    });
    await using tab = await environment.open('/console/datasets/copied');
    const { page } = tab;
    for (const copies of [1, 2]) {
      await page.getByRole('button', { name: 'Actions of Lost card', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await untilEqual(async () => (await namesOn(page)).length, 2 + copies);
    }
    assert.deepEqual(await idsOf(client, 'copied'), [
      'lost-card',
      'lost-card-copy-2',
      'lost-card-copy-1',
      'loan',
    ]);
    assertNoFaults(tab);
  });

  it('are reordered by the keyboard, by the menu and by dragging', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'ordered',
      body: { scenarios: [CARD, LOAN, FEES] },
    });
    await using tab = await environment.open('/console/datasets/ordered');
    const { page } = tab;
    await untilEqual(async () => (await namesOn(page)).length, 3);
    await page.keyboard.press('Alt+ArrowDown');
    await untilEqual(() => idsOf(client, 'ordered'), ['loan', 'lost-card', 'fees']);
    await untilEqual(() => namesOn(page), ['Loan for a car', 'Lost card', 'Fees abroad']);
    await page.waitForURL(/[?&]row=1/);
    await page.getByRole('button', { name: 'Actions of Fees abroad' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await untilEqual(() => idsOf(client, 'ordered'), ['loan', 'fees', 'lost-card']);
    await untilEqual(() => namesOn(page), ['Loan for a car', 'Fees abroad', 'Lost card']);
    await page
      .getByRole('row', { name: 'Lost card' })
      .dragTo(page.getByRole('row', { name: 'Loan for a car' }));
    await untilEqual(() => idsOf(client, 'ordered'), ['lost-card', 'loan', 'fees']);
    await page.goto(`${environment.evals.url}/console/datasets/ordered?tag=cards`);
    await page.getByRole('button', { name: 'Actions of Fees abroad' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Move up' }).count(), 0);
    assertNoFaults(tab);
  });

  it('are deleted from a search after a question, without an Undo that would lose their place', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'asked',
      body: { scenarios: [CARD, LOAN, FEES] },
    });
    await using tab = await environment.open('/console/datasets/asked?tag=cards');
    const { page } = tab;
    await page.getByRole('button', { name: 'Actions of Fees abroad' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await assertAccessible(page, 'the question before a scenario is deleted');
    await page.getByRole('button', { name: 'Delete the scenario' }).click();
    await waitForVisible(page.getByText('Deleted “Fees abroad”.'));
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    assert.deepEqual(await idsOf(client, 'asked'), ['lost-card', 'loan']);
    assertNoFaults(tab);
  });

  it('that another user changed refuse a change, say what is new, and work again after Reload', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'shared',
      body: { scenarios: [CARD, LOAN] },
    });
    await using tab = await environment.open('/console/datasets/shared');
    const { page } = tab;
    await untilEqual(async () => (await namesOn(page)).length, 2);
    const renamed = { ...CARD, name: 'Stolen card' };
    await client.request('POST /datasets/:name/changes', {
      name: 'shared',
      body: { base_version: 1, upsert: [renamed], message: 'x' },
    });
    await page.getByRole('button', { name: 'Actions of Loan for a car' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const alert = page.getByRole('alert');
    await waitForVisible(
      alert.getByText('Your change was not stored: there is a newer version, 2.'),
    );
    await waitForVisible(alert.getByText('Stolen card'));
    await assertAccessible(page, 'a refused change');
    await takeScreenshot(page, 'dataset-conflict');
    await page.getByRole('button', { name: 'Reload' }).click();
    await untilEqual(() => namesOn(page), ['Stolen card', 'Loan for a car']);
    await page.getByRole('button', { name: 'Actions of Loan for a car' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await untilEqual(() => idsOf(client, 'shared'), ['lost-card']);
    assertNoFaults(tab);
  });

  it('are archived after a question, and are then no longer listed', async () => {
    await client.request('PUT /datasets/:name', { name: 'archived', body: { scenarios: [LOAN] } });
    await using tab = await environment.open('/console/datasets/archived');
    const { page } = tab;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await assertAccessible(page, 'the question before a dataset is archived');
    await page.getByRole('button', { name: 'Archive the dataset' }).click();
    await page.waitForURL(/\/console\/datasets$/);
    await untilEqual(() => page.getByRole('link', { name: 'archived' }).count(), 0);
    assert.notEqual(
      (await client.request('GET /datasets/:name', { name: 'archived' })).archived_at,
      null,
    );
    await page.goto(`${environment.evals.url}/console/datasets/archived`);
    await waitForVisible(page.getByText('This dataset is archived: it is not listed'));
    await assertAccessible(page, 'an archived dataset');
    await takeScreenshot(page, 'dataset-archived');
    await page.getByRole('button', { name: 'List it again' }).click();
    await page.getByText('This dataset is archived').waitFor({ state: 'detached' });
    const { archived_at, latest } = await client.request('GET /datasets/:name', {
      name: 'archived',
    });
    assert.deepEqual([archived_at, latest.version], [null, 1]);
    assertNoFaults(tab);
  });

  it('of 20,000 scenarios draw only the visible rows and load pages while one scrolls', async () => {
    const scenarios = Array.from({ length: 10_000 }, (_, at) => ({
      id: `s${at}`,
      name: `Scenario ${at}`,
      interactions: [{ user_message: `Question ${at}` }],
    }));
    await client.request('PUT /datasets/:name', { name: 'large', body: { scenarios } });
    const more = scenarios.map((one) => ({ ...one, id: `${one.id}-b` }));
    await client.request('POST /datasets/:name/changes', {
      name: 'large',
      body: { base_version: 1, upsert: more },
    });
    await using tab = await environment.open('/console/datasets/large');
    const { page } = tab;
    await waitForVisible(page.getByText('20,000 scenarios').first());
    await page.getByText('Question 5', { exact: true }).waitFor();
    assert.ok((await page.getByRole('row').count()) < 80);
    await page.getByRole('grid').evaluate((grid) => {
      (grid as unknown as { scrollTop: number }).scrollTop = 7000;
    });
    await page.getByText('Question 185', { exact: true }).waitFor();
    assert.ok((await page.getByRole('row').count()) < 80);
    await page.getByLabel('Search ids, names and messages').fill('s9999');
    await untilEqual(() => namesOn(page), ['Scenario 9999', 'Scenario 9999']);
    assertNoFaults(tab);
  });

  it('show old versions without actions, and restore one', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'restored',
      body: { scenarios: [CARD, LOAN], message: 'first' },
    });
    await client.request('POST /datasets/:name/changes', {
      name: 'restored',
      body: { base_version: 1, remove: ['loan'] },
    });
    await using tab = await environment.open('/console/datasets/restored?version=1');
    const { page } = tab;
    await waitForVisible(page.getByText('You see version 1 of 2.'));
    await untilEqual(() => namesOn(page), ['Lost card', 'Loan for a car']);
    assert.equal(await page.getByRole('button', { name: /^Actions of/ }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'New scenario' }).count(), 0);
    await page.getByRole('row', { name: 'Lost card' }).click();
    await waitForVisible(page.getByText('Old versions cannot be edited.'));
    await waitForVisible(page.getByText('contains: card'));
    await assertAccessible(page, 'a scenario of an old version');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.waitForURL(/\/restored$/);
    await untilEqual(() => idsOf(client, 'restored'), ['lost-card', 'loan']);
    const { latest } = await client.request('GET /datasets/:name', { name: 'restored' });
    assert.deepEqual([latest.version, latest.message], [3, 'Restore version 1']);
    await untilEqual(() => namesOn(page), ['Lost card', 'Loan for a car']);
    assertNoFaults(tab);
  });

  it('compare two chosen versions field by field, with the changed words marked', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'compared',
      body: { scenarios: [CARD, LOAN, FEES], message: 'first' },
    });
    const [turn, ...others] = CARD.interactions;
    const reworded = {
      ...CARD,
      interactions: [
        { ...turn, user_message: 'I lost my wallet yesterday in town.', checks: [] },
        ...others,
      ],
    };
    await client.request('POST /datasets/:name/changes', {
      name: 'compared',
      body: {
        base_version: 1,
        upsert: [reworded, { ...LOAN, id: 'loan-2', name: 'Loan for a house' }],
        remove: ['fees'],
        message: 'second',
      },
    });
    await using tab = await environment.open('/console/datasets/compared?tab=versions');
    const { page } = tab;
    await page.getByLabel('Version 1', { exact: true }).check();
    await page.getByLabel('Version 2', { exact: true }).check();
    await page.getByRole('button', { name: 'Compare versions 1 and 2' }).click();
    await page.waitForURL(/tab=compare&from=1&to=2/);
    await waitForVisible(page.getByText('1 added, 1 removed, 1 changed'));
    const message = page.getByRole('region', { name: 'Turn 1: user message' });
    assert.equal(await message.locator('del').textContent(), 'card');
    assert.equal(await message.locator('ins').textContent(), 'wallet');
    const checks = page.getByRole('region', { name: 'Turn 1: checks' });
    await waitForVisible(checks.getByText('Asks which card'));
    assert.equal(await page.getByRole('region', { name: /reference reply/ }).count(), 0);
    await page.getByText('JSON').first().click();
    await waitForVisible(page.getByText('"user_message": "I lost my wallet yesterday in town."'));
    assertNoFaults(tab);
  });
});
