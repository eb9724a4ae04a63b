import { watchParent } from '@fairtrial/server';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../node-flags.ts';

/** In the order in which they are started. */
export const SERVICE_NAMES = ['simulator', 'agent', 'evals'] as const;
type ServiceName = (typeof SERVICE_NAMES)[number];

interface StartOptions {
  readonly names: readonly ServiceName[];
  readonly env: NodeJS.ProcessEnv;
  /** Working folder of the services, to which their relative paths refer. */
  readonly folder?: string;
  /** Runs from sources. Restarts a service when a file that it imports changes, and keeps running while it cannot start. */
  readonly watch?: boolean;
  /** Called with every line that the services log. */
  readonly onLine: (line: string) => void;
}

export interface Services {
  /** Resolves with the services' URLs once all of them listen. */
  readonly urls: Promise<Readonly<Record<ServiceName, string>>>;
  /** Resolves when the last service has ended, with the first exit code other than 0, or 0. */
  readonly ended: Promise<number>;
  /** Drains and stops the services. Also called when one of them ends, and on Ctrl-C. */
  readonly stop: () => void;
}

/**
 * Starts services as child processes. They end with this process, but with `watch` a SIGKILL of this process leaves the
 * watchers running.
 */
export function startServices({ names, ...options }: StartOptions): Services {
  let isStopping = false;
  const children = names.map((name) => start(name, options));
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    for (const child of children) child.process.kill('SIGTERM');
  };
  for (const child of children) child.process.once('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  watchParent(stop);
  const ends = children.map(async ({ process: child }) => {
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  });
  return {
    urls: Promise.all(children.map(({ listening }) => listening)).then(
      (urls) =>
        Object.fromEntries(names.map((name, at) => [name, urls[at]])) as Record<
          ServiceName,
          string
        >,
    ),
    ended: Promise.all(ends).then((codes) => codes.find((code) => code !== 0) ?? 0),
    stop,
  };
}

interface Child {
  readonly process: ChildProcess;
  readonly listening: Promise<string>;
}

/** `node --watch` stops the old process with SIGTERM and waits until it ends, so a service drains before it restarts. */
const WATCH_FLAGS: readonly string[] = ['--watch', '--watch-preserve-output'];

function start(
  name: ServiceName,
  { env, folder, watch, onLine }: Omit<StartOptions, 'names'>,
): Child {
  const path = watch ? `apps/${name}/src/main.ts` : `dist/${name}.mjs`;
  const main = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const flags = [...(watch ? WATCH_FLAGS : []), ...nodeFlags(name)];
  const child = spawn(process.execPath, [...flags, main], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Not in the terminal's process group: a service that gets a second signal stops without draining.
    detached: true,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    onLine(line);
    if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { url: string }).url);
  });
  return { process: child, listening: promise };
}
