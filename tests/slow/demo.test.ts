import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { findFreePorts } from '../support/services/start-environment.ts';
import { until } from '../support/services/until.ts';

it('Ctrl-C during the demo ends it without an error, and nothing is left behind', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'fairtrial-test-'));
  await chmod(temporary, 0o711); // as root, PostgreSQL runs as another user that needs access
  const { AGENT_PORT, EVALS_PORT, SIMULATOR_PORT } = (await findFreePorts()).env;
  const ports = { AGENT_PORT, EVALS_PORT, SIMULATOR_PORT };
  const demo = spawn(process.execPath, ['scripts/demo.ts'], {
    env: { PATH: process.env['PATH'], TMPDIR: temporary, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a separate process group, as in a terminal
  });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(demo, 'close'); // emitted when no process holds its output any more
  try {
    await until('the first evaluation begins', () => output.includes('Simulated models'), 120_000);
  } finally {
    process.kill(-Number(demo.pid), 'SIGINT');
  }
  assert.deepEqual(await closed, [0, null]);
  const [, said = ''] = output.split('the new one.\n');
  assert.match(said, /Stopping the demo and deleting its data\.\n$/);
  assert.doesNotMatch(said, /Error|✗|Is it running/);
  const left = await readdir(temporary);
  assert.deepEqual(
    left.filter((name) => name.startsWith('fairtrial-demo-')),
    [],
  );
  await rm(temporary, { recursive: true });
});
