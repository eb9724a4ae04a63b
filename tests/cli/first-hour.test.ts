import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';
import { runFairtrial, type FairtrialOptions } from './run-fairtrial.ts';

const KEY = 'sk-first-hour';
const REPLY = 'I block the card ending 4471 now, and I look into the payment of 38.90 at once.';

interface Target {
  readonly endpoint: string;
  readonly server: string;
  /** Headers that a caller of the endpoint other than Fairtrial has to send. */
  readonly headers: Readonly<Record<string, string>>;
}

describe('the first hour: init, doctor, run, compare, show, cancel, import, record', () => {
  it('works on the simulator', async () => {
    await using simulator = await startService('simulator', { SIMULATOR_WORDS_PER_SECOND: '500' });
    await using evals = await startService('evals');
    await playFirstHour({ endpoint: `${simulator.url}/v1`, server: evals.url, headers: {} });
  });

  it('works at an endpoint with a bearer key', async () => {
    await using model = await startStub(({ headers }, response) => {
      if (headers.authorization === `Bearer ${KEY}`) sendJson(response, chatCompletion(REPLY));
      else sendJson(response, { data: { answer: { text: 'no key' } } }, 401);
    });
    await using evals = await startService('evals', {
      ENDPOINTS: `${model.url};key=${KEY}`,
    });
    const headers = { authorization: `Bearer ${KEY}` };
    await playFirstHour({ endpoint: `${model.url}/v1`, server: evals.url, headers });
  });
});

async function playFirstHour({ endpoint, server, headers }: Target): Promise<void> {
  await using odd = await startStub((_, response) =>
    sendJson(response, { state: 7, data: { body: { note: 'The card is blocked as of now.' } } }),
  );
  const cwd = await mkdtemp(join(tmpdir(), 'fairtrial-first-hour-'));
  const fairtrial = async (
    args: readonly string[],
    { code = 0, onStderr }: Pick<FairtrialOptions, 'onStderr'> & { readonly code?: number } = {},
  ): Promise<string> => {
    const env = { FAIRTRIAL_SERVER: server, FAIRTRIAL_AGENT: 'http://127.0.0.1:1' };
    const ended = await runFairtrial(args, { cwd, env, ...(onStderr && { onStderr }) });
    assert.equal(ended.code, code, ended.stdout + ended.stderr);
    return ended.stdout + ended.stderr;
  };

  await fairtrial(['init']);
  const file = join(cwd, 'fairtrial.config.yaml');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace('http://127.0.0.1:8000/', endpoint));
  assert.match(
    await fairtrial(['doctor']),
    /✓ the endpoint .*\/v1,\s+with\s+model\s+sim\/v1,\s+answers/,
  );
  const misread = await fairtrial(['doctor', '--endpoint', `${odd.url}/v1`], { code: 3 });
  assert.match(
    misread.replaceAll(/\s+/g, ' '),
    /failed \(bad_response\).* pass --reply \/data\/body\/note/,
  );
  assert.match(await fairtrial(['run']), /^first-batch +(?:1\.0|\.[5-9]\d) .*●●●●●/m);
  assert.match(await fairtrial(['run']), /^Baseline: .{36}, newest run of 'first-batch'/m);
  assert.match(await fairtrial(['compare', 'previous', 'latest']), /no change found/);
  assert.match(await fairtrial(['show', 'latest', '1', '2']), /^Checks\n✓ regex: /m);
  assert.match(await fairtrial(['cancel', 'latest']), /is already over: it is completed/);

  await writeFile(join(cwd, 'questions.csv'), 'user_message,reference_reply,owner\nHello,Hi,me\n');
  assert.match(await fairtrial(['import', 'questions.csv', '-o', 'imported.json']), /owner/);
  await fairtrial(['run', 'imported.json', '--dry-run']);

  let isAsked = false;
  await fairtrial(['record', endpoint, '-o', 'recorded.json', '--port', '0'], {
    onStderr(stderr, child) {
      if (isAsked || !stderr.includes('Press Ctrl-C to stop')) return;
      isAsked = true;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(stderr)?.[0] ?? '';
      void askOnce(address, headers).finally(() => child.kill('SIGINT'));
    },
  });
  const recorded = await readFile(join(cwd, 'recorded.json'), 'utf8');
  assert.ok(recorded.includes('Is my card blocked?') && !recorded.includes(KEY), recorded);
  await rm(cwd, { recursive: true });
}

/** Calls the endpoint as a program that does not know Fairtrial. */
async function askOnce(address: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const body = JSON.stringify({
    model: 'sim/v1',
    messages: [{ role: 'user', content: 'Is my card blocked?' }],
  });
  const response = await fetch(`${address}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.text();
}
