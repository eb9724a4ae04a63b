import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { genAiMessages, spanId, toOtlp, traceId, type TestSpan } from '../contract/traces/otlp.ts';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { findOverlaps } from '../support/browser/find-overlaps.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  THEMES,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

const LOST = 'I lost my card, what now?';
const HOURS = 'When are you open?';
const OVER = 'document.documentElement.scrollWidth - window.innerWidth';

/** One model call of a conversation. */
function chat(no: number, fields: Partial<TestSpan>): TestSpan {
  return { trace: traceId(no), id: spanId(no), at: no, ...fields };
}

const SPANS: readonly TestSpan[] = [
  chat(1, {
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'sim-v2',
      'gen_ai.conversation.id': 'run/0/1',
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.input.messages': genAiMessages([['user', LOST]]),
      'gen_ai.output.messages': genAiMessages([['assistant', 'Block it in the app.']]),
    },
  }),
  chat(2, {
    error: 'the model is overloaded',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'sim-v1',
      'gen_ai.conversation.id': 'chat-2',
      'gen_ai.input.messages': genAiMessages([['user', HOURS]]),
    },
  }),
];

describe('Conversations', () => {
  let environment: ConsoleEnvironment;

  before(async () => {
    environment = await openConsole();
  });
  after(() => environment[Symbol.asyncDispose]());

  const send = async (spans: readonly TestSpan[]): Promise<void> => {
    const response = await fetch(`${environment.evals.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(spans)),
    });
    assert.equal(response.status, 200, await response.text());
  };
  const navEntry = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' });

  it('are in the navigation once there is one', async () => {
    await using tab = await environment.open('/console/conversations');
    await waitForVisible(tab.page.getByText('No conversations yet.', { exact: false }));
    await waitForVisible(tab.page.getByRole('link', { name: 'Runs' }));
    assert.equal(await navEntry(tab.page).count(), 0);
    await send(SPANS);
    await tab.page.reload();
    await waitForVisible(navEntry(tab.page));
    assertNoFaults(tab);
  });

  it('are found by words, model and failure', async () => {
    await using tab = await environment.open('/console/conversations');
    const { page } = tab;
    const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
    await untilEqual(() => rows.count(), 2);
    await page.getByLabel('Words of the messages').fill('card');
    await untilEqual(() => rows.count(), 1);
    await waitForVisible(page.getByRole('link', { name: LOST }));
    await page.getByLabel('Words of the messages').fill('');
    await untilEqual(() => rows.count(), 2);
    await page.getByRole('combobox', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'Failed', exact: true }).click();
    await untilEqual(() => rows.count(), 1);
    await waitForVisible(page.getByRole('link', { name: HOURS }));
    await page.goto(`${environment.evals.url}/console/conversations?to=2020-01-01`);
    await page.getByRole('button', { name: 'Show all conversations' }).click();
    await untilEqual(() => rows.count(), 2);
    assertNoFaults(tab);
  });

  it('are read as a chat with model, latency, tokens and errors', async () => {
    await using tab = await environment.open('/console/conversations');
    const { page } = tab;
    await page.getByRole('link', { name: LOST }).click();
    const messages = page.getByRole('list', { name: 'Messages' });
    await waitForVisible(messages.getByText('Block it in the app.'));
    await waitForVisible(messages.getByText('sim-v2'));
    await waitForVisible(page.getByText(/1 turn · 150 tokens · sim-v2 · shop/));
    await page.goto(`${environment.evals.url}/console/conversations/chat-2`);
    await waitForVisible(page.getByText('✗ the model is overloaded'));
    assertNoFaults(tab);
  });

  it('become scenarios to be reviewed, by keyboard, which link back', async () => {
    await using tab = await environment.open('/console/conversations');
    const { page } = tab;
    await waitForVisible(page.getByRole('link', { name: LOST }));
    for (const key of ['j', 'x', 'm']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'Make 1 scenario' });
    await dialog.getByLabel('Name of the new dataset').fill('from-users');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/datasets\/from-users\?tag=to-review/);
    await waitForVisible(page.getByText(LOST).first());
    const stored = await fetch(
      `${environment.evals.url}/datasets/from-users/scenarios?content=true`,
    );
    const { scenarios } = (await stored.json()) as {
      scenarios: { id: string; content: object }[];
    };
    assert.deepEqual(
      scenarios.map(({ content }) => ({ ...content, id: '' })),
      [
        {
          id: '',
          name: LOST,
          tags: ['to-review'],
          source: { conversation: 'run/0/1' },
          interactions: [{ user_message: LOST, reference_reply: 'Block it in the app.' }],
        },
      ],
    );

    const remove = scenarios.map(({ id }) => id);
    const changed = await fetch(`${environment.evals.url}/datasets/from-users/changes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ base_version: 1, remove }),
    });
    assert.equal(changed.status, 200, await changed.text());
    await page.goto(`${environment.evals.url}/console/datasets/from-users?version=1`);
    await page.getByRole('gridcell', { name: LOST }).first().click();
    await page.getByRole('link', { name: 'Made of a conversation' }).click();
    await waitForVisible(page.getByText('Block it in the app.'));
    assertNoFaults(tab);
  });

  it('are added to a dataset that is chosen from a list which a screen reader can read', async () => {
    await using tab = await environment.open(
      `/console/conversations/${encodeURIComponent('run/0/1')}`,
    );
    const { page } = tab;
    const stored = await fetch(`${environment.evals.url}/datasets/talks`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenarios: [] }),
    });
    assert.ok(stored.ok, await stored.text());
    await page.getByRole('button', { name: 'Make a scenario' }).click();
    await page.getByRole('combobox', { name: 'Add to' }).click();
    await page.getByRole('option', { name: 'talks' }).click();
    await page.getByRole('button', { name: 'Add to talks' }).click();
    await page.waitForURL(/\/console\/datasets\/talks\?tag=to-review/);
    assertNoFaults(tab);
  });

  for (const theme of THEMES)
    it(`fit 1440, 1024 and 390 pixels and are accessible (${theme})`, async () => {
      await using tab = await environment.open('/console/conversations', { theme });
      const { page } = tab;
      const id = encodeURIComponent('run/0/1');
      for (const [name, path, said] of [
        ['conversations', '/console/conversations', HOURS],
        ['conversation', `/console/conversations/${id}`, 'Block it in the app.'],
      ] as const) {
        await page.goto(environment.evals.url + path);
        await waitForVisible(page.getByText(said).first());
        for (const width of [1440, 1024, 390]) {
          await page.setViewportSize({ width, height: 900 });
          assert.ok((await page.evaluate<number>(OVER)) <= 0, `${name} at ${width}`);
          assert.deepEqual(await findOverlaps(page), [], `${name} at ${width}`);
          await takeScreenshot(page, `${name}-${theme}-${width}`);
        }
        await assertAccessible(page, name);
      }
      await page.getByRole('button', { name: 'Make a scenario' }).click();
      await waitForVisible(page.getByRole('dialog'));
      await assertAccessible(page, 'the dialog');
      await takeScreenshot(page, `make-scenarios-${theme}`);
      assertNoFaults(tab);
    });
});
