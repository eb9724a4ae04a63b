import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { copyRepo, type RepoCopy } from '../support/services/copy-repo.ts';
import { findFreePorts } from '../support/services/start-environment.ts';
import { until } from '../support/services/until.ts';

const READY_MS = 120_000;

describe('npm run dev', () => {
  let repo: RepoCopy;
  let data: string;
  let env: NodeJS.ProcessEnv;
  let dev: ChildProcess;
  let closed: Promise<unknown[]>;
  let output = '';

  before(async () => {
    repo = await copyRepo();
    await linkWorkspaces(repo.folder);
    data = await mkdtemp(join(tmpdir(), 'fairtrial-data-'));
    await chmod(data, 0o711); // as root, PostgreSQL runs as another user, who needs access
    env = { ...(await findFreePorts()).env, DATABASE_URL: '', EVALS_DATA: data };
    const child = spawn('npm', ['run', '--silent', 'dev'], {
      cwd: repo.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // its own process group, as in a terminal
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    dev = child;
    closed = once(child, 'close'); // when no process holds its output any more
  });
  after(async () => {
    if (dev?.exitCode === null && dev.signalCode === null) process.kill(-Number(dev.pid), 'SIGINT');
    await closed;
    await rm(data, { recursive: true, force: true });
    await repo[Symbol.asyncDispose]();
  });

  /** Waits until the output after `action` contains all of `texts`. */
  async function expectOutput(
    texts: readonly string[],
    action: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const start = output.length;
    await action();
    const isThere = (): boolean => texts.every((text) => output.slice(start).includes(text));
    await until(texts.join(' and '), isThere, READY_MS).catch((error: unknown) => {
      throw new Error(output.slice(start), { cause: error });
    });
  }

  async function edit(file: string, change: (text: string) => string): Promise<void> {
    const path = join(repo.folder, file);
    await writeFile(path, change(await readFile(path, 'utf8')));
  }

  async function listRuns(): Promise<readonly unknown[]> {
    const response = await fetch(`${env['FAIRTRIAL_SERVER']}/runs`);
    const { runs } = (await response.json()) as { runs: unknown[] };
    return runs;
  }

  it('starts both services on simulated models', async () => {
    await until('Ready', () => output.includes('Ready.'), READY_MS);
    const args = ['samples/bank-lost-card.json', '--endpoint', `${env['FAIRTRIAL_AGENT']}/`];
    const command = ['apps/cli/src/main.ts', 'run', ...args, '--model', 'sim/v1'];
    const run = spawn(process.execPath, command, { cwd: repo.folder, env, stdio: 'ignore' });
    assert.deepEqual(await once(run, 'exit'), [0, null]);
    assert.equal((await listRuns()).length, 1);
  });

  it('restarts both services when a shared package changes, and keeps the runs', async () => {
    await expectOutput([listening('agent'), listening('evals')], () =>
      edit('packages/server/src/index.ts', (text) => `${text}\n// changed\n`),
    );
    assert.equal((await listRuns()).length, 1);
  });

  it('keeps running after a syntax error, and restarts the service on the next save', async () => {
    const file = 'apps/evals/src/app.ts';
    await expectOutput(['SyntaxError', 'Waiting for file changes'], () =>
      edit(file, (text) => `const = ;\n${text}`),
    );
    assert.ok((await fetch(`${env['FAIRTRIAL_AGENT']}/livez`)).ok);
    await expectOutput([listening('evals')], () =>
      edit(file, (text) => text.replace('const = ;\n', '')),
    );
    assert.equal((await listRuns()).length, 1);
  });

  it('ends both services on Ctrl-C', async () => {
    process.kill(-Number(dev.pid), 'SIGINT');
    await closed;
    for (const url of [env['FAIRTRIAL_SERVER'], env['FAIRTRIAL_AGENT']]) {
      await assert.rejects(fetch(`${url}/livez`));
    }
  });
});

/** Part of the log line that a service writes once it listens: no other line has its address. */
function listening(service: string): string {
  return `"service":"${service}","url":`;
}

/** Replaces the link to node_modules by a folder in which the workspace packages are those of the copy. */
async function linkWorkspaces(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const installed = join(process.cwd(), 'node_modules');
  await rm(modules);
  await mkdir(join(modules, '@fairtrial'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@fairtrial') await symlink(join(installed, name), join(modules, name));
  }
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(modules, '@fairtrial', name));
  }
}
