import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../support/calls/evaluate.ts';
import { viewRun } from '../support/calls/run-api.ts';
import { refuseToStart, startService, type Service } from '../support/services/start-service.ts';
import { startStub, type Stub } from '../support/stubs/start-stub.ts';

describe('a service that starts its own PostgreSQL', () => {
  let folder: string;
  let endpoint: Stub;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-data-'));
    await chmod(folder, 0o755); // as root, PostgreSQL runs as another user
    endpoint = await startStub((_, response) => response.end('fine'));
  });
  after(async () => {
    await endpoint[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const start = (): Promise<Service> =>
    startService('evals', { DATABASE_URL: '', EVALS_DATA: folder });

  /** `undefined` if no server runs on the folder. */
  async function serverPid(): Promise<number | undefined> {
    const path = join(folder, 'postgres', 'data', 'postmaster.pid');
    const text = await readFile(path, 'utf8').catch(() => undefined);
    return text === undefined ? undefined : Number(text.split('\n')[0]);
  }

  /** Also false for a zombie process. */
  async function isRunning(pid: number | undefined): Promise<boolean> {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
  }

  it('keeps its runs after a restart and after a kill, and leaves no server behind', async () => {
    const first = await start();
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 2 };
    const one = await evaluate(first, changes);
    assert.ok(await serverPid());
    await first[Symbol.asyncDispose]();
    assert.equal(await serverPid(), undefined);

    const second = await start();
    assert.deepEqual((await viewRun(second, one.run_id)).result, one);
    const two = await evaluate(second, changes);
    const orphan = await serverPid();
    const exited = once(second.process, 'exit');
    second.process.kill('SIGKILL');
    await exited;
    assert.equal(await serverPid(), orphan);

    const third = await start();
    assert.equal(await serverPid(), orphan, 'the orphaned server is taken over');
    assert.deepEqual((await viewRun(third, one.run_id)).result, one);
    assert.deepEqual((await viewRun(third, two.run_id)).result, two);
    await evaluate(third, changes);
    await third[Symbol.asyncDispose]();
    assert.equal(await serverPid(), undefined);
    assert.ok(!(await isRunning(orphan)));
  });

  it('shares its server with a second service in the same folder, and the last one to stop ends it', async () => {
    const [a, b] = await Promise.all([start(), start()]);
    const server = await serverPid();
    const changes = { endpoint: `${endpoint.url}/v1` };
    const { run_id } = await evaluate(b, changes);
    await b[Symbol.asyncDispose]();
    assert.equal((await viewRun(a, run_id)).state, 'completed');

    const taken = { DATABASE_URL: '', EVALS_DATA: folder, EVALS_PORT: new URL(a.url).port };
    const { output } = await refuseToStart('evals', taken);
    assert.match(output, /EADDRINUSE|in use/);
    assert.equal((await evaluate(a, changes)).message, 'Evaluation completed successfully');
    assert.equal(await serverPid(), server);

    const c = await start();
    const exited = once(a.process, 'exit');
    a.process.kill('SIGKILL');
    await exited;
    assert.equal((await evaluate(c, changes)).message, 'Evaluation completed successfully');
    await c[Symbol.asyncDispose]();
    assert.equal(await serverPid(), undefined);
    assert.ok(!(await isRunning(server)));
  });
});
