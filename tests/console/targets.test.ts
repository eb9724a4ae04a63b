import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { assertFits } from '../support/browser/assert-fits.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { tabTo } from '../support/browser/tab-to.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import {
  describeOwnRequest,
  fillSmallRun,
  insertPlaceholder,
  SMALL_BATCH,
} from '../support/browser/own-request.ts';
import { untilEqual } from '../support/services/until.ts';
import { startOwnChatApi } from '../support/stubs/start-own-chat-api.ts';
import type { Stub } from '../support/stubs/start-stub.ts';

describe('Targets in the console', () => {
  let environment: ConsoleEnvironment;
  let api: Stub;

  before(async () => {
    [environment, api] = await Promise.all([openConsole(), startOwnChatApi()]);
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });

  it('describe an own request: placeholders by click, proposed paths, saved under a name, and run with a session', async () => {
    await using tab = await environment.open('/console/new', { width: 1440 });
    const { page } = tab;
    await describeOwnRequest(page, api.url, '/ask');
    const body = page.getByLabel('Body', { exact: true });
    await body.fill('{"question": , "conversation": }');
    await insertPlaceholder(page, 'user_message', '{"question": ');
    await insertPlaceholder(page, 'session', '{"question": "{{user_message}}", "conversation": ');
    assert.equal(
      await body.inputValue(),
      '{"question": "{{user_message}}", "conversation": "{{session}}"}',
    );
    await page.getByLabel('Session').selectOption('reply');
    await page.getByLabel('Path of the session id').fill('/nothing');
    await page.getByRole('button', { name: 'Test call' }).click();
    await page.getByRole('button', { name: 'Read the reply at /turn/said' }).click();
    await page.getByRole('button', { name: 'Read the session at /turn/conversation_id' }).click();
    await waitForVisible(page.getByText('“You said Hello”'));
    await waitForVisible(page.getByText('Session c-7'));
    await page.getByText('Request and response').click();
    await waitForVisible(page.getByText(`POST ${api.url}/ask`));
    await waitForVisible(page.getByText('"conversation_id": "c-7"'));
    await assertAccessible(page, 'an own request with its test call');
    await page.getByLabel('Save as').fill('support-chat');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/[?&]target=support-chat/);
    await waitForVisible(page.getByText('/turn/conversation_id of each response'));
    await assertAccessible(page, 'a stored target');
    await takeScreenshot(page, 'target-stored');
    await page.getByLabel('Attempts').fill('1');
    const asked = api.requests.length;
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/[?&]run=/);
    await waitForVisible(page.getByText('2 / 2'));
    assert.deepEqual(
      api.requests.slice(asked).map((request) => request.body),
      [{ question: 'I lost my card.' }, { question: 'It ends in 42.', conversation: 'c-7' }],
    );
    assertNoFaults(tab);
  });

  it('of endpoints that stream: the proposed path is that of the text in each event, and notes name what is missing', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await describeOwnRequest(page, api.url, '/stream');
    await page.getByLabel('Path in each event').fill('/text');
    await page.getByLabel('Path of the tool calls').fill('/tools');
    await page.getByRole('button', { name: 'Test call' }).click();
    await page.getByRole('button', { name: 'Read the reply at /piece/words' }).click();
    await waitForVisible(page.getByText('“One moment.”'));
    assert.equal(await page.getByLabel('Path in each event').inputValue(), '/piece/words');
    assert.equal(await page.getByLabel('Path of the reply').inputValue(), '');
    await waitForVisible(page.getByText('the response has no list of tool calls at /tools'));
    assertNoFaults(tab);
  });

  it('are shown in the setup of a run, and are taken over when the run is repeated', async () => {
    const target = {
      path: '/ask',
      headers: { 'x-tenant': 'qa' },
      body: { question: '{{user_message}}', so_far: '{{messages}}' },
      reply: '/turn/said',
    };
    const runId = await runTarget(environment.evals.url, { endpoint: api.url, target });
    await using tab = await environment.open(`/console/runs/${runId}?tab=setup`);
    const { page } = tab;
    await waitForVisible(page.getByText('POST /ask'));
    await waitForVisible(page.getByText('x-tenant: qa'));
    await page.goto(`${environment.evals.url}/console/new?from=${runId}`);
    await untilEqual(() => page.getByLabel('Path', { exact: true }).inputValue(), '/ask');
    assert.equal(await page.getByLabel('Value of header 1').inputValue(), 'qa');
    assert.equal(await page.getByLabel('Path of the reply').inputValue(), '/turn/said');
    assertNoFaults(tab);
  });

  it('are edited under their name and deleted', async () => {
    await saveTarget(environment.evals.url, 'old-chat', { path: '/old', body: '{{messages}}' });
    await using tab = await environment.open('/console/new?target=old-chat');
    const { page } = tab;
    await waitForVisible(page.getByText('POST /old'));
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Path', { exact: true }).fill('/new');
    await waitForVisible(page.getByText('The stored target of this name is replaced.'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForVisible(page.getByText('POST /new'));
    await page.getByRole('button', { name: 'Delete' }).click();
    await assertAccessible(page, 'the question before a target is deleted');
    await page.getByRole('button', { name: 'Delete the target' }).click();
    await untilEqual(() => page.getByLabel('How to call it').inputValue(), 'address');
    await untilEqual(() => page.getByText('old-chat').count(), 0);
    assert.ok(!page.url().includes('target='));
    assertNoFaults(tab);
  });

  it('survive a reload with every field, and are never part of the URL', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await describeOwnRequest(page, api.url, '/secret-path');
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByLabel('Name of header 1').fill('x-tenant');
    await page.getByLabel('Session').selectOption('open');
    await page.getByLabel('Path to open it').fill('/open');
    await page.getByLabel('Body to open it').fill('{"channel": "web"}');
    assert.ok(!decodeURIComponent(page.url()).includes('secret-path'));
    await page.reload();
    await untilEqual(() => page.getByLabel('Path', { exact: true }).inputValue(), '/secret-path');
    assert.equal(await page.getByLabel('Name of header 1').inputValue(), 'x-tenant');
    assert.equal(await page.getByLabel('Path to open it').inputValue(), '/open');
    await page.getByLabel('How to call it').selectOption('address');
    await page.getByLabel('How to call it').selectOption('own');
    assert.equal(await page.getByLabel('Path', { exact: true }).inputValue(), '/secret-path');
    assertNoFaults(tab);
  });

  it('with JSON mistakes are not sent: each mistake is shown with its line', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await describeOwnRequest(page, api.url, '/ask');
    await page.getByLabel('Body', { exact: true }).fill('{\n  "question": {{user_message}}\n}');
    await waitForVisible(page.getByRole('button', { name: /line 2: the name of a field/ }));
    await waitForVisible(page.getByText('The body is not valid JSON: line 2.'));
    assert.ok(await page.getByRole('button', { name: 'Test call' }).isDisabled());
    assert.ok(await page.getByRole('button', { name: 'Start' }).isDisabled());
    await assertAccessible(page, 'a body that is not JSON');
    assertNoFaults(tab);
  });

  it('that the service refuses have its errors at their fields, for a test call, a run and a target to store', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await describeOwnRequest(page, api.url, '/ask/{{customer}}');
    await page.getByLabel('Path of the reply').fill('answer');
    const pathFault = page.getByText(/^✗ has the unknown placeholder \{\{customer\}\}/);
    const replyFault = page.getByText(/^✗ must be a JSON Pointer/);
    for (const name of ['Test call', 'Start']) {
      await page.getByRole('button', { name, exact: true }).click();
      await waitForVisible(pathFault);
      await waitForVisible(replyFault);
      await page.getByLabel('Path of the metadata').fill(`/changed-after-${name.length}`);
      await untilEqual(() => replyFault.count(), 0);
    }
    await page.getByLabel('Save as').fill('refused');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForVisible(pathFault);
    const field = page.getByLabel('Path', { exact: true });
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await assertAccessible(page, 'a target that is refused');
    assertNoFaults(tab);
  });

  it('can be described by keyboard alone', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await fillSmallRun(page, api.url);
    await tabTo(page, page.locator('summary'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('own');
    await tabTo(page, page.getByLabel('Path', { exact: true }));
    await page.keyboard.type('/ask');
    await tabTo(page, page.getByLabel('Body', { exact: true }));
    await page.keyboard.press('Control+a');
    await tabTo(page, page.getByRole('button', { name: '{{messages}}' }));
    await page.keyboard.press('Enter');
    assert.equal(await page.getByLabel('Body', { exact: true }).inputValue(), '"{{messages}}"');
    await tabTo(page, page.getByRole('button', { name: 'Test call' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Read the reply at /turn/said' }).waitFor();
    assertNoFaults(tab);
  });

  it('fit 1440, 1024 and 390 pixels', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await describeOwnRequest(page, api.url, '/ask');
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByLabel('Session').selectOption('open');
    await page.getByRole('button', { name: 'Test call' }).click();
    await waitForVisible(page.getByText(/refused|bad_response/));
    await assertFits(page, 'own request');
    assertNoFaults(tab);
  });
});

async function saveTarget(evals: string, name: string, target: object): Promise<void> {
  const response = await fetch(`${evals}/targets/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(target),
  });
  assert.equal(response.status, 200, await response.text());
}

/** Runs the small batch with a target, and returns the id of the run. */
async function runTarget(evals: string, changes: object): Promise<string> {
  const response = await fetch(`${evals}/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...SMALL_BATCH, model_id: 'any', ...changes }),
  });
  const body = (await response.json()) as { readonly run_id: string };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.run_id;
}
