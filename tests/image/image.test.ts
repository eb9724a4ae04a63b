/** Tests the built image as `.ci/image` starts it: nothing runs from the checkout. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { emptyDatabase, freshDatabase } from '../support/services/fresh-database.ts';
import { createBatch, startRun, untilOver, viewRun } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';

const LAUNCHER = process.env['TEST_LAUNCHER'] ?? '';
const run = promisify(execFile);

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Returns the output of a container that exits on its own. */
async function runToEnd(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const image = Object.entries(process.env).filter(([name]) => name.startsWith('TEST_IMAGE_'));
  const PATH = process.env['PATH'] ?? '';
  const options = { env: { ...Object.fromEntries(image), ...env, PATH } };
  return run(LAUNCHER, words, options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      output: failed.stdout + failed.stderr,
    }),
  );
}

async function procOf({ process: child }: Service, file: string): Promise<string> {
  return readFile(`/proc/${child.pid}/${file}`, 'utf8');
}

describe('the image', () => {
  it('runs each service as uid 1000 without capabilities, on a read-only root', async () => {
    for (const name of ['evals', 'agent'] as const) {
      await using service = await startService(name);
      const status = await procOf(service, 'status');
      assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m);
      assert.match(status, /^CapEff:\t0+$/m);
      const root = (await procOf(service, 'mountinfo'))
        .split('\n')
        .find((line) => / \/ /.test(line));
      assert.match(root ?? '', / \/ ro\b/);
      assert.match(await procOf(service, 'cmdline'), /^node\0.*dist\//, 'Node itself gets signals');
    }
  });

  it('contains the build, without sources and installed packages', async () => {
    const app = `${process.env['TEST_IMAGE_ROOT']}/app`;
    const { stdout } = await run('find', [app, '-name', '*.ts', '-o', '-name', 'node_modules']);
    assert.equal(stdout, '');
  });

  it('exits with 0 on SIGTERM', async () => {
    const service = await startService('evals');
    const exited = once(service.process, 'exit');
    await service[Symbol.asyncDispose]();
    assert.deepEqual(await exited, [0, null]);
  });

  it('has a health check that reports whether its service is ready', async () => {
    await using service = await startService('evals');
    const { port } = new URL(service.url);
    assert.equal((await runToEnd(['health'], { EVALS_PORT: port, AGENT_PORT: '1' })).code, 0);
    assert.equal((await runToEnd(['health'], { EVALS_PORT: '1', AGENT_PORT: '1' })).code, 1);
  });

  it('migrates a database repeatedly without API keys', async () => {
    await using database = await emptyDatabase();
    for (let time = 0; time < 2; time += 1) {
      const { code, output } = await runToEnd(['migrate'], { DATABASE_URL: database.url });
      assert.equal(code, 0, output);
      assert.match(output, /"msg":"the database is up to date"/);
    }
  });

  it('plays runs in a worker, while an api alone plays none', async () => {
    await using database = await freshDatabase();
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Hi')),
    );
    const env = { DATABASE_URL: database.url };
    await using api = await startService('evals', { ...env, EVALS_ROLE: 'api' });
    const request = { test_batch: createBatch(1, 1), endpoint: `${endpoint.url}/v1`, attempts: 1 };
    const { run_id: runId } = await startRun(api, request);
    assert.equal((await viewRun(api, runId)).turns.finished, 0);
    await using worker = await startService('evals', { ...env, EVALS_ROLE: 'worker' });
    assert.equal((await untilOver(api, runId)).state, 'completed');
    assert.equal((await fetch(`${worker.url}/runs`)).status, 404);
  });

  it('refuses to listen beyond loopback without keys', async () => {
    const { code, output } = await runToEnd(['evals'], { EVALS_HOST: '0.0.0.0', EVALS_PORT: '0' });
    assert.equal(code, 2);
    assert.match(output, /FAIRTRIAL_API_KEYS/);
  });

  it('contains the console', async () => {
    await using service = await startService('evals');
    const response = await fetch(`${service.url}/`, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 200);
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await response.text()) ?? [];
    assert.equal((await fetch(new URL(script, service.url))).status, 200, script);
  });

  it('contains the command, for pipelines without other tools', async () => {
    await using service = await startService('evals');
    const listed = await runToEnd(['runs', '--server', service.url, '--json']);
    assert.equal(listed.code, 0, listed.output);
    assert.deepEqual(JSON.parse(listed.output), []);
    const unknown = await runToEnd(['evil']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.output, /unknown command 'evil'/);
  });
});
