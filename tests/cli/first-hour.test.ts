import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startService } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';
import { runAssay } from './run-assay.ts';

const KEY = 'sk-first-hour';
const REPLY = 'I block the card ending 4471 now, and I look into the payment of 38.90 at once.';

it('the first hour works at an endpoint with a key: init, doctor, run, compare, show, cancel', async () => {
  await using model = await startStub(({ headers }, response) => {
    if (headers.authorization === `Bearer ${KEY}`) sendJson(response, chatCompletion(REPLY));
    else sendJson(response, { data: { answer: { text: 'no key' } } }, 401);
  });
  await using odd = await startStub((_, response) =>
    sendJson(response, { state: 7, data: { body: { note: 'The card is blocked as of now.' } } }),
  );
  await using evals = await startService('evals', {
    ENDPOINT_URL: model.url,
    ENDPOINT_API_KEY: KEY,
  });
  const cwd = await mkdtemp(join(tmpdir(), 'assay-first-hour-'));
  const assay = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runAssay(args, {
      cwd,
      env: { ASSAY_SERVER: evals.url, ASSAY_AGENT: 'http://127.0.0.1:1' },
    });
    assert.equal(code, args[0] === 'doctor' && args.length > 1 ? 3 : 0, stdout + stderr);
    return stdout + stderr;
  };
  await assay('init');
  const file = join(cwd, 'assay.config.yaml');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace('http://127.0.0.1:8000/', `${model.url}/v1`));
  assert.match(await assay('doctor'), /✓ the endpoint .*\/v1, asked for\s+sim\/v1,\s+answers/);
  const misread = (await assay('doctor', '--endpoint', `${odd.url}/v1`)).replaceAll(/\s+/g, ' ');
  assert.match(misread, /failed \(bad_response\).* pass --reply \/data\/body\/note/);
  assert.match(await assay('run'), /^first-batch +1\.0 .*●●●●●/m);
  assert.match(await assay('run'), /^Baseline: .{36}, newest run of 'first-batch'/m);
  assert.match(await assay('compare', 'previous', 'latest'), /no change found/);
  assert.match(await assay('show', 'latest', '1', '2'), /^Checks\n✓ regex: /m);
  assert.match(await assay('cancel', 'latest'), /is over already: it is completed/);
  await rm(cwd, { recursive: true });
});
