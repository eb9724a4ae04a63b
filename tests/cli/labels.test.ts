import { LabelReport } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import stringWidth from 'string-width';
import { evaluate } from '../support/calls/evaluate.ts';
import { ask } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runFairtrial, type Ended } from './run-fairtrial.ts';

describe('fairtrial labels', () => {
  const stack = new AsyncDisposableStack();
  let evals: Service;
  let endpoint: Stub;
  let folder: string;
  let runId: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    stack.defer(() => rm(folder, { recursive: true }));
    endpoint = stack.use(
      await startStub((_, response) => sendJson(response, chatCompletion('It is blocked.'))),
    );
    evals = stack.use(await startService('evals'));
    const interactions = [
      { user_message: 'My card?', checks: [{ id: 'blocked', contains: 'blocked' }] },
    ];
    const request = { endpoint: `${endpoint.url}/v1`, attempts: 10 };
    const answer = await evaluate(evals, { ...request, test_batch: { id: 's', interactions } });
    runId = answer.run_id;
  });
  after(() => stack.disposeAsync());

  function labels(...flags: readonly string[]): Promise<Ended> {
    return runFairtrial(['labels', runId, '--server', evals.url, ...flags], { cwd: folder });
  }

  async function write(lines: readonly unknown[]): Promise<string> {
    await writeFile(
      join(folder, 'labels.jsonl'),
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    );
    return 'labels.jsonl';
  }

  it('says that the pass rate by people is unknown before a draw is labelled', async () => {
    const { code, stdout } = await labels();
    assert.equal(code, 0);
    assert.equal(
      stdout,
      'Pass rate by people: unknown, because no drawn attempt has a blind label.\n',
    );
  });

  it('stores the labels of a file, and prints rate, agreement and disagreements in 80 columns', async () => {
    const { body } = await ask(evals, `/runs/${runId}/label-sample?n=10`);
    const { draw } = body as { draw: string };
    const file = await write([
      ...Array.from({ length: 10 }, (_, attempt) => ({
        position: { scenario: 0, attempt },
        draw,
        passed: attempt > 1,
        note: attempt > 1 ? undefined : 'It names another card than the one that was lost.',
        labeller: 'Ada',
      })),
      '',
      { position: { scenario: 0, attempt: 0 }, check_id: 'blocked', passed: true, labeller: 'Ada' },
    ]);
    const { code, stdout, stderr } = await labels('--file', file);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, 'Stored 11 labels.\n');
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) assert.ok(stringWidth(line) <= 80, line);
    const said = stdout.replaceAll(/\n {2}(?=\S)/g, ' ');
    assert.match(
      said,
      /^Pass rate by people: 80% \[49\.0%, 94\.3%\], by labels alone: 10 labelled/,
    );
    assert.match(said, /agrees with people on 8 of 10 attempts, κ 0\.00: it passes 100% /);
    assert.match(said, /2 disagreements with the judge:\nScenario  Attempt  Check  People  Judge/);
    assert.match(said, /\n +1 +1 +all +fail +pass +It names another card/);
    const { stdout: json } = await labels('--json');
    assert.equal(LabelReport.parse(JSON.parse(json)).labels.length, 11);
  });

  it('names each line of a file that is not a label, and stores nothing', async () => {
    const file = await write([
      { position: { scenario: 0, attempt: 0 }, passed: true, labeller: 'Eve' },
      'no JSON',
      { position: { scenario: 0, attempt: 1 }, passed: 'yes', labeller: 'Eve' },
    ]);
    const { code, stderr } = await labels('--file', file);
    assert.equal(code, 2);
    assert.match(stderr, /labels\.jsonl, line 2: /);
    assert.match(stderr, /labels\.jsonl, line 3: passed: /);
    const { stdout } = await labels('--json');
    assert.doesNotMatch(stdout, /Eve/);
  });
});
