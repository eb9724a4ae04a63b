import { type Client, createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { CARD, saveScenario, turn } from '../support/browser/scenario-page.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

function messages(page: Page): Promise<readonly string[]> {
  const fields = page.getByLabel('User message');
  return fields.evaluateAll((all) => all.map((one) => (one as { value?: string }).value ?? ''));
}

async function untilMessages(page: Page, expected: readonly string[]): Promise<void> {
  await untilEqual(async () => (await messages(page)).join(' | '), expected.join(' | '));
}

describe('The scenario editor', () => {
  let environment: ConsoleEnvironment;
  let client: Client;

  before(async () => {
    environment = await openConsole();
    client = createClient({ baseUrl: environment.evals.url });
  });
  after(() => environment[Symbol.asyncDispose]());

  /** A dataset with one scenario, and the path of its editor. */
  async function seed(name: string): Promise<string> {
    await client.request('PUT /datasets/:name', { name, body: { scenarios: [CARD] } });
    return `/console/datasets/${name}/edit?id=lost-card`;
  }

  it('writes a new scenario into a new dataset without any JSON', async () => {
    await using tab = await environment.open('/console/datasets/written/edit');
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('Lost card, Zürich');
    await page.getByLabel('Tags').pressSequentially('cards,');
    await page.getByLabel('Tags').pressSequentially('abroad');
    await page.keyboard.press('Enter');
    await page.getByLabel('User message').fill('I lost my card.');
    await page.getByLabel('Reference reply').fill('Which one?');
    await turn(page, 1).getByRole('button', { name: 'Add check' }).click();
    await page.keyboard.type('ask which card was lost');
    await turn(page, 1).getByRole('button', { name: 'Add check' }).click();
    const second = turn(page, 1).getByRole('group', { name: 'Check 2' });
    await second.getByLabel('Check 2', { exact: true }).selectOption('max_words');
    await second.getByLabel('Number of words').fill('many');
    await waitForVisible(second.getByText('Write a whole number, for example 60.'));
    await page.keyboard.press('Control+s');
    await waitForVisible(page.getByRole('alert').getByText(/correct 1 field/));
    await second.getByLabel('Number of words').fill('60');
    await second.getByLabel('Required to pass').uncheck();
    await turn(page, 1).getByText('Labels', { exact: true }).click();
    for (const [at, [name, kind, value]] of [
      ['intent', 'text', 'block_card'],
      ['cards', 'number', '2'],
    ].entries()) {
      await page.getByRole('button', { name: 'Add label' }).click();
      await page.getByLabel(`Name of label ${at + 1}`).fill(name ?? '');
      await page.getByLabel(`Kind of label ${at + 1}`).selectOption(kind ?? '');
      await page.getByLabel(`Value of label ${at + 1}`).fill(value ?? '');
    }
    await page.getByLabel('User message').press('Control+Enter');
    await page.keyboard.type('The blue one.');
    await page.getByLabel('What changed').fill('First scenario');
    await saveScenario(page, 'Saved as version 1.');
    await page.waitForURL(/\?id=lost-card-zurich/);
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'written',
      id: 'lost-card-zurich',
    });
    assert.deepEqual(scenario, {
      id: 'lost-card-zurich',
      name: 'Lost card, Zürich',
      tags: ['cards', 'abroad'],
      interactions: [
        {
          user_message: 'I lost my card.',
          reference_reply: 'Which one?',
          reference_metadata: { intent: 'block_card', cards: 2 },
          checks: [{ text: 'ask which card was lost' }, { max_words: 60, optional: true }],
        },
        { user_message: 'The blue one.' },
      ],
    });
    assert.equal(
      (await client.request('GET /datasets/:name', { name: 'written' })).latest.message,
      'First scenario',
    );
    assertNoFaults(tab);
  });

  it('keeps what it cannot show, and says so if nothing changed', async () => {
    await using tab = await environment.open(await seed('kept'));
    const { page } = tab;
    await waitForVisible(turn(page, 1).getByRole('button', { name: 'Edit as JSON' }));
    await saveScenario(page, 'Nothing changed: version 1 has the same content.');
    await turn(page, 1).getByLabel('User message').fill('I lost my cards.');
    await saveScenario(page, 'Saved as version 2.');
    const [first, ...others] = CARD.interactions;
    const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
      name: 'kept',
      id: 'lost-card',
    });
    assert.deepEqual(scenario, {
      ...CARD,
      interactions: [{ ...first, user_message: 'I lost my cards.' }, ...others],
    });
    assertNoFaults(tab);
  });

  it('reorders turns by dragging, arrow keys and menu, and takes all of it back', async () => {
    await using tab = await environment.open(await seed('order'), { height: 2400 });
    const { page } = tab;
    const [a, b, c] = CARD.interactions.map(({ user_message }) => user_message) as [
      string,
      string,
      string,
    ];
    await page.getByRole('button', { name: 'Move turn 3' }).hover();
    await page.mouse.down();
    // The first move begins to drag, the second is over the target.
    for (const y of [30, 20]) await turn(page, 1).hover({ position: { x: 120, y } });
    await page.mouse.up();
    await untilMessages(page, [c, a, b]);
    await page.getByRole('button', { name: 'Move turn 1' }).press('ArrowDown');
    await untilMessages(page, [a, c, b]);
    await page.keyboard.press('ArrowDown');
    await untilMessages(page, [a, b, c]);
    await page.getByRole('button', { name: 'Change turn 3' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Change turn 1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await untilMessages(page, [b, c, c]);
    await page.getByRole('heading', { level: 1 }).click();
    for (const expected of [
      [a, b, c, c],
      [a, b, c],
      [a, c, b],
      [c, a, b],
      [a, b, c],
    ]) {
      await page.keyboard.press('Control+z');
      await untilMessages(page, expected);
    }
    await untilEqual(() => page.getByRole('button', { name: 'Undo' }).isDisabled(), true);
    await page.keyboard.press('Control+Shift+z');
    await untilMessages(page, [c, a, b]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await untilMessages(page, [a, c, b]);
    // With Caps Lock, the key of Ctrl+Z is an upper-case letter.
    await page.keyboard.press('Control+Z');
    await untilMessages(page, [c, a, b]);
    await page.getByRole('button', { name: 'Change turn 1' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await untilMessages(page, [a, c, b]);
    assertNoFaults(tab);
  });

  it('links to the conversation that a scenario was made of', async () => {
    const made = { ...CARD, source: { conversation: 'support/1 2' } };
    await client.request('PUT /datasets/:name', { name: 'made', body: { scenarios: [made] } });
    await using tab = await environment.open('/console/datasets/made/edit?id=lost-card');
    const { page } = tab;
    const link = page.getByRole('link', { name: 'Made of a conversation' });
    assert.equal(await link.getAttribute('href'), '/console/conversations/support%2F1%202');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await waitForVisible(link);
    assertNoFaults(tab);
  });

  it('shows the same scenario as JSON and as a chat, and names the line of a mistake', async () => {
    await using tab = await environment.open(await seed('tabs'));
    const { page } = tab;
    await turn(page, 2).getByLabel('User message').fill('The red one.');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByLabel('Scenario as JSON');
    const text = await json.inputValue();
    assert.match(text, /"The red one\."/);
    await json.fill(text.replace('"The red one."', '"The red one."\n  "extra": 1'));
    await waitForVisible(page.getByText(/a comma or } is missing/));
    const line = text.split('\n').findIndex((one) => one.includes('The red one')) + 2;
    await waitForVisible(page.getByText(`line ${line}`, { exact: true }));
    await page.getByRole('tab', { name: 'Form' }).click();
    await untilEqual(() => json.isVisible(), true);
    await json.fill(text.replace('The red one.', 'The green one.'));
    await page.getByRole('tab', { name: 'Form' }).click();
    await untilEqual(() => turn(page, 2).getByLabel('User message').inputValue(), 'The green one.');
    await page.getByRole('tab', { name: 'Preview' }).click();
    const chat = page.getByRole('list', { name: 'Conversation' });
    await waitForVisible(chat.getByText('The green one.'));
    await waitForVisible(chat.getByText('I can block it. Which card is it?'));
    assertNoFaults(tab);
  });
});
