import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { createBatch, startRun } from '../../support/calls/run-api.ts';
import { startService } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

const run = promisify(execFile);

/** Returns the attempts that `/metrics` reports: queued and running. */
async function attemptsAt(url: string): Promise<readonly number[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return ['queued', 'running'].map((state) => {
    const line = new RegExp(String.raw`^evals_attempts\{state="${state}"\} (\d+)$`, 'm');
    return Number(line.exec(text)?.[1]);
  });
}

describe('operating the evaluation service', () => {
  it('every process reports how many attempts are queued and how many are running', async () => {
    await using database = await freshDatabase();
    const release = Promise.withResolvers<void>();
    await using endpoint = await startStub(async (_, response) => {
      await release.promise;
      sendJson(response, chatCompletion('Hi'));
    });
    const env = { DATABASE_URL: database.url };
    await using api = await startService('evals', { ...env, EVALS_ROLE: 'api' });
    const request = {
      test_batch: createBatch(3, 1),
      endpoint: `${endpoint.url}/v1`,
      concurrency: 3,
    };
    await startRun(api, request);
    assert.deepEqual(await attemptsAt(api.url), [3, 0], 'no worker runs them');
    await using worker = await startService('evals', { ...env, EVALS_ROLE: 'worker' });
    await until('they are played', () => endpoint.requests.length === 3);
    for (const { url } of [api, worker]) assert.deepEqual(await attemptsAt(url), [0, 3]);
    release.resolve();
    await until('all is done', async () => (await attemptsAt(api.url)).join() === '0,0');
  });

  it('npm run migrate updates a database and exits, and can be repeated', async () => {
    await using database = await freshDatabase();
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url };
    for (let time = 0; time < 2; time += 1) {
      const { stdout } = await run(process.execPath, ['apps/evals/src/migrate-main.ts'], { env });
      assert.match(stdout, /"msg":"the database is up to date"/);
    }
    await using evals = await startService('evals', { DATABASE_URL: database.url });
    assert.equal((await fetch(`${evals.url}/readyz`)).status, 200);
  });
});
