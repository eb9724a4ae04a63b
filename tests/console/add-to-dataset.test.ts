import { createClient } from '@assay/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { saveScenario } from '../support/browser/scenario-page.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import {
  HUB_MODEL,
  startSimulatedAgent,
  type SimulatedAgent,
} from '../support/services/start-simulated-agent.ts';
import { untilEqual } from '../support/services/until.ts';

const LOST_CARD = 'I think I left my debit card on the tram. What do I do?';

describe('Add to dataset', () => {
  let backend: SimulatedAgent;
  let environment: ConsoleEnvironment;

  before(async () => {
    backend = await startSimulatedAgent();
    environment = await openConsole({ AGENT_URL: backend.agent.url });
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await backend[Symbol.asyncDispose]();
  });

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
    await takeScreenshot(page, 'add-to-dataset-light');
    await dialog.getByRole('button', { name: 'Open the editor' }).click();
    await page.waitForURL('**/console/datasets/from-runs/edit');
    await waitForVisible(page.getByText('Unsaved changes'));
    await saveScenario(page, 'Saved as version 1.');
    const client = createClient({ baseUrl: environment.evals.url });
    const stored = await client.datasets.scenario('from-runs', 'lost-card');
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

  it('opens a chat of the playground in the editor', async () => {
    await using tab = await environment.open(`/console/playground?model=${HUB_MODEL}`);
    const { page } = tab;
    await page.getByLabel('Message').fill(LOST_CARD);
    await page.keyboard.press('Enter');
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
