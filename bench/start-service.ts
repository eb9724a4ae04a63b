import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../scripts/node-flags.ts';

export interface BenchService {
  readonly process: ChildProcess;
  readonly url: string;
  /** What it wrote to stderr: warnings, should there be any. */
  readonly errors: () => string;
}

/** A service as an operator starts it, on a free port. Its log is read and dropped. */
export async function startService(
  name: 'agent' | 'evals' | 'simulator',
  env: Readonly<Record<string, string>>,
): Promise<BenchService> {
  const main = fileURLToPath(new URL(`../apps/${name}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [...nodeFlags(name), main], {
    env: {
      PATH: process.env['PATH'],
      AGENT_PORT: '0',
      EVALS_PORT: '0',
      SIMULATOR_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  let log = '';
  for (;;) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    log += chunk.toString();
    const url = /"url":"([^"]+)","msg":"listening"/.exec(log)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { process: child, url, errors: () => errors };
  }
}
