import { type Client, createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { assertNoFaults, reuseTab, type ConsolePage } from '../support/browser/open-console.ts';
import { saveScenario, turn } from '../support/browser/scenario-page.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { openUserStage, USER, USER_SCENARIO, type UserStage } from '../support/data/user-runs.ts';
import { untilEqual } from '../support/services/until.ts';

const PLAYED = 'Simulate the user';

function fact(page: Page, part: 'Name' | 'Kind' | 'Value', number: number): Locator {
  return page.getByLabel(`${part} of fact ${number}`);
}

describe('The scenario editor with a simulated user', () => {
  let stage: UserStage;
  let browser: Browser;
  let client: Client;
  let open: (path: string) => Promise<ConsolePage>;

  before(async () => {
    [stage, browser] = await Promise.all([openUserStage(), openBrowser()]);
    open = reuseTab(browser, stage.evals.url);
    client = createClient({ baseUrl: stage.evals.url });
  });
  after(async () => {
    await browser.close();
    await stage[Symbol.asyncDispose]();
  });

  it('writes a scenario that a model plays alone, without any JSON', async () => {
    await using tab = await open('/console/datasets/played/edit');
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('New card');
    await page.getByLabel(PLAYED).check();
    await waitForVisible(page.getByText('the simulated user writes all of them'));
    await waitForVisible(page.getByText('Write what the user wants to achieve.'));
    await page.keyboard.press('Control+s');
    await waitForVisible(page.getByRole('alert').getByText(/correct 1 field/));
    await page.getByLabel('Goal').fill(USER.goal);
    await page.getByLabel('Persona').fill(USER.persona);
    for (const [at, [name, kind, value]] of [
      ['name', 'text', 'Ada'],
      ['card', 'number', '4471'],
      ['blocked', 'yes_no', 'yes'],
    ].entries()) {
      await page.getByRole('button', { name: 'Add fact' }).click();
      await fact(page, 'Name', at + 1).fill(name ?? '');
      await fact(page, 'Kind', at + 1).selectOption(kind ?? '');
      const field = fact(page, 'Value', at + 1);
      await (kind === 'yes_no' ? field.selectOption('yes') : field.fill(value ?? ''));
    }
    const messages = page.getByLabel('Maximum number of messages');
    await messages.fill('99');
    await waitForVisible(page.getByText('Write a whole number from 1 to 50'));
    await messages.fill('4');
    await saveScenario(page, 'Saved as version 1.');
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'played',
      id: 'new-card',
    });
    assert.deepEqual(scenario, { id: 'new-card', name: 'New card', interactions: [], user: USER });
    assertNoFaults(tab);
  });

  it('keeps form, JSON and preview in step, and takes the simulated user back', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'steps',
      body: { scenarios: [{ ...USER_SCENARIO, interactions: [] }] },
    });
    await using tab = await open('/console/datasets/steps/edit?id=new-card');
    const { page } = tab;
    await untilEqual(() => page.getByLabel('Goal').inputValue(), USER.goal);
    await page.getByRole('button', { name: 'Add turn' }).click();
    await page.keyboard.type('Hello');
    await page.getByLabel('Goal').fill('Get a blue card.');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByLabel('Scenario as JSON');
    const text = await json.inputValue();
    const written = JSON.parse(text) as Readonly<Record<string, unknown>>;
    assert.deepEqual(written['user'], { ...USER, goal: 'Get a blue card.' });
    await json.fill(text.replace('"max_turns": 4', '"max_turns": 400'));
    await waitForVisible(page.getByText('max_turns must be a whole number from 1 to 50'));
    await json.fill(text.replace('Get a blue card.', 'Get a red card.'));
    await page.getByRole('tab', { name: 'Preview' }).click();
    await waitForVisible(page.getByRole('heading', { name: '1 turn, then a simulated user' }));
    await waitForVisible(page.getByText('Get a red card.'));
    await page.getByRole('tab', { name: 'Form' }).click();
    await page.getByLabel(PLAYED).uncheck();
    await untilEqual(() => page.getByLabel('Goal').count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilEqual(() => page.getByLabel('Goal').inputValue(), 'Get a red card.');
    await page.getByRole('button', { name: 'Change turn 1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await untilEqual(() => turn(page, 1).count(), 0);
    await page.getByLabel(PLAYED).uncheck();
    await turn(page, 1).waitFor();
    assertNoFaults(tab);
  });

  it('tries a scenario with a simulated user: its messages, and what the judge found', async () => {
    stage.use({ find: () => ({ goal: 'not_reached' }) });
    await client.request('PUT /datasets/:name', {
      name: 'tried',
      body: { scenarios: [{ ...USER_SCENARIO, interactions: [] }] },
    });
    await using tab = await open('/console/datasets/tried/edit?id=new-card');
    const { page } = tab;
    await page.getByLabel('Model', { exact: true }).fill('stub/model');
    await page.keyboard.press('Escape');
    await page.getByLabel('Endpoint').fill(`${stage.endpoint.url}/v1`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try' }).click();
    const reply = page.getByRole('listitem', { name: 'Reply to turn 2' });
    await waitForVisible(reply.getByText('Thank you for turn 1.', { exact: true }));
    await waitForVisible(
      page.getByRole('list', { name: 'Simulated user' }).getByText(/goal not reached/),
    );
    assert.equal(await page.getByRole('button', { name: 'Use this reply' }).count(), 0);
    await assertAccessible(page, 'a tried scenario with a simulated user');
    assertNoFaults(tab);
  });
});
