import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../support/services/until.ts';

const REPO = fileURLToPath(new URL('../..', import.meta.url));
/** A model, a proxy, the agent, and the guard. */
const PROCESSES = 4;

/** The ids of a process's descendants. */
async function descendants(pid: number): Promise<readonly number[]> {
  const file = `/proc/${pid}/task/${pid}/children`;
  const children = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (children === '') return [];
  const found = children.split(' ').map(Number);
  return [...found, ...(await Promise.all(found.map(descendants))).flat()];
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat); // a zombie has ended
}

/** Starts the agent benchmark, ends its first process when all have started, and waits for the rest. */
async function interrupt(
  command: string,
  args: readonly string[],
  signal: NodeJS.Signals,
): Promise<void> {
  const child = spawn(command, args, { cwd: REPO, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until('the processes of the benchmark run', () => {
    assert.equal(child.exitCode, null, said);
    return said.includes('model, proxy and agent run');
  });
  const left = await descendants(child.pid ?? 0);
  assert.ok(left.length >= PROCESSES, String(left));
  child.kill(signal);
  try {
    await until(`these processes have ended: ${left.join(', ')}`, async () => {
      return !(await Promise.all(left.map(isRunning))).includes(true);
    });
  } finally {
    for (const one of left) if (await isRunning(one)) process.kill(one, 'SIGKILL');
  }
}

describe('an interrupted benchmark', () => {
  it('leaves no process behind after kill -9', () =>
    interrupt(process.execPath, ['tests/bench/run.ts', 'agent'], 'SIGKILL'));

  it('leaves no process behind when npm, which started it, gets a signal', () =>
    interrupt('npm', ['run', 'bench', '--', 'agent'], 'SIGTERM'));
});
