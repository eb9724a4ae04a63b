import { watchParent } from '@assay/server';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../node-flags.ts';

export type ServiceName = 'simulator' | 'agent' | 'evals';

interface StartOptions {
  readonly names: readonly ServiceName[];
  readonly env: NodeJS.ProcessEnv;
  /** Where they are started: what they read and write without a full path is there. */
  readonly folder?: string;
  /** Told of every line that they log. */
  readonly onLine: (line: string) => void;
}

export interface Services {
  /** Where they listen, once all of them do. */
  readonly urls: Promise<Readonly<Record<ServiceName, string>>>;
  /** When the last one has ended: the first exit code that is none of success, or 0. */
  readonly ended: Promise<number>;
  /** Lets them end what they are at. Also called when one of them ends, and on Ctrl-C. */
  readonly stop: () => void;
}

/** Starts services as processes of our own: none of them outlives us. */
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

function start(name: ServiceName, { env, folder, onLine }: Omit<StartOptions, 'names'>): Child {
  const main = fileURLToPath(new URL(`../../apps/${name}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [...nodeFlags(name), main], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Out of reach of the terminal's Ctrl-C: a service told to stop twice stops without draining.
    detached: true,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    onLine(line);
    if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { url: string }).url);
  });
  return { process: child, listening: promise };
}
