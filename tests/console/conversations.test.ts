import { createClient } from '@fairtrial/client';
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
import { saveScenario } from '../support/browser/scenario-page.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { HOURS, LOST, sendConversations } from '../support/data/sent-conversations.ts';
import { untilEqual } from '../support/services/until.ts';

const LOST_CARD = 'I think I left my debit card on the tram. What do I do?';

describe('the console with conversations', () => {
  let environment: ConsoleEnvironment;

  before(async () => {
    environment = await openConsole();
  });
  after(() => environment[Symbol.asyncDispose]());

  describe('Conversations', () => {
    const navEntry = (page: Page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' });

    it('are in the navigation once there is one', async () => {
      await using tab = await environment.open('/console/conversations');
      await waitForVisible(tab.page.getByText('No conversations yet.', { exact: false }));
      await waitForVisible(tab.page.getByRole('link', { name: 'Runs' }));
      assert.equal(await navEntry(tab.page).count(), 0);
      await sendConversations(environment.evals);
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
      await waitForVisible(page.getByRole('dialog'));
      await assertAccessible(page, 'the dialog that makes a scenario');
      await takeScreenshot(page, 'make-scenarios');
      await page.getByRole('combobox', { name: 'Add to' }).click();
      await page.getByRole('option', { name: 'talks' }).click();
      await page.getByRole('button', { name: 'Add to talks' }).click();
      await page.waitForURL(/\/console\/datasets\/talks\?tag=to-review/);
      assertNoFaults(tab);
    });
  });

  describe('Add to dataset', () => {
    it('opens the conversation of a run up to a turn in the editor, with the replies as references', async () => {
      const checks = [{ contains: 'card' }];
      const scenario = {
        id: 'lost-card',
        interactions: [
          { user_message: LOST_CARD, checks },
          { user_message: 'Yes, block it.' },
          { user_message: 'Thanks.' },
        ],
      };
      const run = await evaluate(environment.evals, {
        test_batch: scenario,
        endpoint: environment.endpoint,
        model_id: 'sim/v1',
        attempts: 1,
      });
      const { interactions } = run.results.scenarios[0]!.attempts[0]!;
      await using tab = await environment.open(`/console/runs/${run.run_id}/0/1`);
      const { page } = tab;
      await page.getByRole('button', { name: 'Add to dataset' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add to dataset' });
      await dialog.getByLabel('Dataset').fill('From Runs');
      await waitForVisible(dialog.getByText(/Use 1 to 64 characters/));
      await dialog.getByLabel('Dataset').fill('from-runs');
      await waitForVisible(dialog.getByText('A new dataset.'));
      await assertAccessible(page, 'choosing a dataset');
      await takeScreenshot(page, 'add-to-dataset');
      await dialog.getByRole('button', { name: 'Open the editor' }).click();
      await page.waitForURL('**/console/datasets/from-runs/edit');
      await waitForVisible(page.getByText('Unsaved changes'));
      await saveScenario(page, 'Saved as version 1.');
      const client = createClient({ baseUrl: environment.evals.url });
      const stored = await client.request('GET /datasets/:name/scenarios/:id', {
        name: 'from-runs',
        id: 'lost-card',
      });
      assert.deepEqual(stored.scenario, {
        id: 'lost-card',
        name: 'lost-card',
        interactions: [
          { user_message: LOST_CARD, reference_reply: interactions[0]?.agent_reply, checks },
          { user_message: 'Yes, block it.', reference_reply: interactions[1]?.agent_reply },
        ],
      });
      const again = await evaluate(environment.evals, {
        test_batch: undefined,
        test_name: undefined,
        dataset: 'from-runs',
        endpoint: environment.endpoint,
        model_id: 'sim/v1',
        attempts: 1,
      });
      await page.goto(`${environment.evals.url}/console/runs/${again.run_id}/0/0`);
      await page.getByRole('button', { name: 'Add to dataset' }).click();
      assert.equal(await dialog.getByLabel('Dataset').inputValue(), 'from-runs');
      assertNoFaults(tab);
    });

    it('opens a reply of a comparison in the editor, from the row of its scenario', async () => {
      const request = {
        test_batch: {
          id: 'lost-card',
          name: 'Lost card',
          interactions: [{ user_message: LOST_CARD, reference_reply: 'I block it.' }],
        },
        endpoint: environment.endpoint,
        attempts: 1,
      };
      const baseline = await evaluate(environment.evals, { ...request, model_id: 'sim/v1' });
      const candidate = await evaluate(environment.evals, { ...request, model_id: 'sim/v2' });
      const runs = `${baseline.run_id}.${candidate.run_id}`;
      await using tab = await environment.open(`/console/compare?runs=${runs}`);
      const { page } = tab;
      await page.getByRole('table').getByRole('link', { name: 'Lost card' }).click();
      await page.getByRole('region', { name: 'Reply of the candidate' }).waitFor();
      await page.getByRole('button', { name: 'Add to dataset' }).click();
      await page.getByRole('dialog').getByLabel('Dataset').fill('from-comparisons');
      await page.getByRole('button', { name: 'Open the editor' }).click();
      await page.waitForURL('**/console/datasets/from-comparisons/edit');
      const { interactions } = candidate.results.scenarios[0]!.attempts[0]!;
      const reply = interactions[0]?.agent_reply;
      assert.notEqual(reply, 'I block it.');
      await untilEqual(() => page.getByLabel('Reference reply').inputValue(), reply ?? '');
      assertNoFaults(tab);
    });
  });
});
