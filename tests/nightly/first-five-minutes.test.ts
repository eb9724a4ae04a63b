import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { codeBlocks } from '../support/data/read-markdown.ts';
import { findFreePorts, type FreePorts } from '../support/services/start-environment.ts';
import { until } from '../support/services/until.ts';

/** Limits from the clone to the comparison, and once everything is installed. */
const MAX_SECONDS = 300;
const MAX_SECONDS_INSTALLED = 30;

/** Keys that must not be used, and a hub that cannot be reached. */
const CANARY = 'canary-key';
const OWN = { OPENAI_API_KEY: CANARY, HUB_API_KEY: CANARY, HUB_BASE_URL: 'http://127.0.0.1:1' };

const [BLOCK = ''] = codeBlocks(readFileSync('README.md', 'utf8'), 'sh');
const DEMO = BLOCK.trim().split('\n').at(-1) ?? '';

/** A new user: a folder for all files they write, and a shell. */
interface Stranger extends AsyncDisposable {
  readonly home: string;
  readonly temporary: string;
  readonly ports: FreePorts;
  readonly env: NodeJS.ProcessEnv;
}

async function meetStranger(): Promise<Stranger> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'fairtrial-stranger-')));
  await chmod(home, 0o711); // as root, PostgreSQL runs as another user that needs access
  const temporary = join(home, 'tmp');
  await mkdir(temporary);
  const ports = await findFreePorts();
  const { AGENT_PORT, EVALS_PORT, SIMULATOR_PORT } = ports.env;
  return {
    home,
    temporary,
    ports,
    env: { ...plainEnv(), TMPDIR: temporary, AGENT_PORT, EVALS_PORT, SIMULATOR_PORT, ...OWN },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

/** Keeps only the variables for programs, npm's cache and a proxy; drops those set by npm or CI. */
function plainEnv(): NodeJS.ProcessEnv {
  const isPlain = (name: string): boolean =>
    /^(HOME|USER|LANG|TERM|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|\w+_proxy)$/i.test(name);
  const programs = (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'));
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => isPlain(name))),
    PATH: programs.join(':'),
  };
}

interface Shown {
  readonly output: string;
  /** When the comparison was shown. */
  readonly at: number;
}

/** Runs commands that end with the demo until it has shown everything, then presses Ctrl-C. */
async function watchDemo(commands: string, { home, env }: Stranger): Promise<Shown> {
  const child = spawn('bash', ['-ec', commands], {
    cwd: join(home, 'fairtrial'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a separate process group
  });
  const closed = once(child, 'close'); // emitted when no process holds its output any more
  const { pid } = child;
  assert.ok(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  let at = 0;
  try {
    const isOver = (): boolean =>
      output.includes('Press Ctrl-C to stop') || child.exitCode !== null;
    await until('the demo is there', isOver, MAX_SECONDS * 1000);
    at = performance.now();
    assert.equal(child.exitCode, null, output);
  } finally {
    if (child.exitCode === null) process.kill(-pid, 'SIGINT');
    await closed;
  }
  assert.throws(() => process.kill(-pid, 0), { code: 'ESRCH' }, 'a process of its group is left');
  return { output, at };
}

async function assertNothingLeft({ home, temporary, ports }: Stranger): Promise<void> {
  for (const port of ['8000', '8080', '9100']) {
    await assert.rejects(fetch(ports.rewrite(`http://127.0.0.1:${port}/livez`)), port);
  }
  const folders = await readdir(temporary);
  assert.deepEqual(
    folders.filter((name) => name.startsWith('fairtrial-demo-')),
    [],
  );
  assert.deepEqual(await processesIn(home), []); // services and PostgreSQL have their own process groups
}

/** Lists the processes with this working folder, as far as the system reports them. */
async function processesIn(folder: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const paths = await Promise.all(
    ids.map(async (id) => `${await readlink(`/proc/${id}/cwd`).catch(() => '')} (${id})`),
  );
  return paths.filter((path) => path.startsWith(folder));
}

function assertShown({ output }: Shown): void {
  assert.match(output, /bank-lost-card .*regressed/);
  assert.match(output, /bank-lost-card interaction 2/);
  assert.doesNotMatch(output, new RegExp(CANARY));
}

describe('the first commands of the README', () => {
  it('find the planted regression within five minutes of the clone and 30 s the next time, without a key, and clean up', async (t) => {
    await using stranger = await meetStranger();
    const begun = performance.now();
    await promisify(execFile)('git', [
      'clone',
      '-q',
      process.cwd(),
      join(stranger.home, 'fairtrial'),
    ]);
    const shown = await watchDemo(BLOCK, stranger);
    assertShown(shown);
    await assertNothingLeft(stranger);

    const begunAgain = performance.now();
    const shownAgain = await watchDemo(DEMO, stranger);
    assertShown(shownAgain);
    await assertNothingLeft(stranger);

    const [first, again] = [(shown.at - begun) / 1000, (shownAgain.at - begunAgain) / 1000];
    t.diagnostic(`${first.toFixed(1)} s from the clone, ${again.toFixed(1)} s the next time`);
    assert.ok(first < MAX_SECONDS, `${first} s`);
    assert.ok(again < MAX_SECONDS_INSTALLED, `${again} s`);
  });
});
