import { freePort } from '@fairtrial/postgres';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../../../scripts/build.ts';
import { nodeFlags } from '../../../scripts/node-flags.ts';
import { track, type BenchProcess } from '../processes.ts';

const THIS_CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

export interface QuietAgent extends BenchProcess {
  readonly url: string;
}

/** Starts an agent without a log: its reader would be as busy as the callers and slow the agent down. */
export async function startAgent(
  env: Readonly<Record<string, string>>,
  checkout: string = THIS_CHECKOUT,
): Promise<QuietAgent> {
  const port = await freePort();
  if (checkout === THIS_CHECKOUT) await build(['services']);
  const main = join(checkout, 'dist/agent.mjs');
  const child = spawn(process.execPath, [...nodeFlags('agent'), main], {
    env: { PATH: process.env['PATH'], AGENT_PORT: String(port), LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const started = track(child);
  const url = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(`${url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`the agent ended with ${child.exitCode}`);
    await wait(50);
  }
  return { ...started, url };
}
