import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startRun, untilOver } from '../support/calls/run-api.ts';
import { HOSTILE } from '../support/data/hostile-texts.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { until } from '../support/services/until.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

const UUID = '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01';

/** An agent backend that returns every hostile text in every field. */
function saySo(response: ServerResponse): void {
  response.setHeader('content-type', 'text/event-stream');
  const say = (data: object): void => void response.write(`data: ${JSON.stringify(data)}\n\n`);
  say({ status: 'thinking' });
  for (const [at, text] of HOSTILE.entries()) {
    const id = `c${at}`;
    say({ tool_call: { id, name: text, arguments: text } });
    say({ tool_result: { id, name: text, content: text, failed: at % 2 === 0 } });
    say({ content: text });
  }
  say({ error: { status: 502, code: 'provider_error', title: 'x', detail: HOSTILE.join(' ') } });
  response.end('data: [DONE]\n\n');
}

describe('hostile texts in conversations and batches', () => {
  let agent: Stub;
  let environment: ConsoleEnvironment;

  before(async () => {
    agent = await startStub(({ method, path }, response) => {
      if (method === 'POST') saySo(response);
      else if (path === '/studio/models') sendJson(response, { [HOSTILE[1] ?? '']: UUID });
      else sendJson(response, { data: HOSTILE.map((id) => ({ id, owned_by: 'hub' })) });
    });
    environment = await openConsole({ AGENT_URL: agent.url });
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await agent[Symbol.asyncDispose]();
  });

  it('are shown as text in the playground: replies, tools, errors, model names', async () => {
    await using tab = await environment.open('/console/playground');
    const { page } = tab;
    await page.getByLabel('Message').fill(HOSTILE[0] ?? '');
    await page.keyboard.press('Enter');
    await waitForVisible(page.getByText('No answer.'));
    await page.locator('summary').first().click();
    await page.getByRole('combobox', { name: 'Model', exact: true }).click();
    await page.getByRole('option').first().waitFor();
    await takeScreenshot(page, 'playground-hostile-light');
    await page.keyboard.press('Escape');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 1360, `${width} px wide`);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByLabel('Command').waitFor();
    assertNoFaults(tab);
  });

  it('are shown as text in a new run: its batch, its scenarios, its errors', async () => {
    const { run_id } = await startRun(environment.evals, {
      endpoint: 'http://127.0.0.1:1/',
      test_name: HOSTILE.slice(0, 8).join(' '),
      model_id: HOSTILE[2],
      attempts: 1,
      test_batch: HOSTILE.map((text) => ({ name: text, interactions: [{ user_message: text }] })),
    });
    await untilOver(environment.evals, run_id);
    await using tab = await environment.open(`/console/new?from=${run_id}`);
    const { page } = tab;
    await waitForVisible(page.getByText(`${HOSTILE.length} scenarios`));
    await page.goto(`${environment.evals.url}/console/new?run=${run_id}`);
    await waitForVisible(page.getByText(`${HOSTILE.length} / ${HOSTILE.length}`));
    await until(
      'its scenarios are there',
      async () => (await page.locator('tbody tr').count()) > 9,
    );
    await takeScreenshot(page, 'new-run-hostile-light');
    const name = encodeURIComponent(HOSTILE.join(' ').slice(0, 600));
    await page.goto(
      `${environment.evals.url}/console/new?name=${name}&endpoint=${name}&model=${name}`,
    );
    await page.getByLabel('Name').waitFor();
    assertNoFaults(tab);
  });
});
