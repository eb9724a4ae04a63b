import { freePort } from '@fairtrial/postgres';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface McpProcess extends AsyncDisposable {
  readonly url: string;
}

/** Starts a script of `stubs` that prints its port. */
export function startStubServer(script: string, ...args: readonly string[]): Promise<McpProcess> {
  const file = fileURLToPath(new URL(`stubs/${script}`, import.meta.url));
  return start([file, ...args], {});
}

/** Starts the reference server with a tool for every kind of result. It reads its port from the environment. */
export async function startEverything(): Promise<McpProcess> {
  const port = String(await freePort());
  const main = import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js');
  return start([fileURLToPath(main), 'streamableHttp'], { PORT: port });
}

/** Starts the reference server for files. */
export function startFilesystem(folder: string): Promise<McpProcess> {
  const main = import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
  return startStubServer('bridge-stdio.ts', process.execPath, fileURLToPath(main), folder);
}

/** Waits until the process prints its port or that it listens. */
async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<McpProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines = [child.stdout, child.stderr].map((input) => createInterface({ input }));
  const listening = new Promise<string>((resolve) => {
    for (const line of lines) {
      line.on('line', (said) => {
        const port = /^\d+$/.exec(said)?.[0] ?? /listening on port (\d+)/.exec(said)?.[1];
        if (port !== undefined) resolve(port);
      });
    }
  });
  const failed = exited.then(() => {
    throw new Error(`${args.join(' ')} ended before it listened`);
  });
  const port = await Promise.race([listening, failed]);
  failed.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
