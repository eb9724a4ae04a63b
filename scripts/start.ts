/**
 * Starts both services, with --simulated also the simulator and everything pointed at it. Their logs go
 * to stdout, one JSON line each; what a person wants to know goes to stderr. Ends when one of them does.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { nodeFlags } from './node-flags.ts';

const { values: options } = parseArgs({
  options: { simulated: { type: 'boolean', default: false } },
});

/** PORT belongs to a service that starts alone; left empty, .env cannot bring it back either. */
const environment: NodeJS.ProcessEnv = { ...process.env, PORT: '' };
const simulatorPort = environment['SIMULATOR_PORT'] ?? '9100';
const simulator = `http://127.0.0.1:${simulatorPort}`;

const simulated = {
  ...environment,
  SIMULATOR_HOST: '127.0.0.1',
  SIMULATOR_PORT: simulatorPort,
  HUB_BASE_URL: `${simulator}/v1`,
  HUB_API_KEY: '',
  STUDIO_BASE_URL: `${simulator}/v1`,
  STUDIO_API_KEY: '',
  STUDIO_ORG_ID: '',
  STUDIO_PROTOCOL: '',
  STUDIO_MODELS:
    'sim-v1=0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01,sim-v2=0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a02',
};

const env = options.simulated ? simulated : environment;
const names = options.simulated ? ['simulator', 'agent', 'evals'] : ['agent', 'evals'];
let stopping = false;
const children = names.map((name) => start(name));

// npm does not pass every signal on: whoever started us is gone, so are we.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stopAll();
}, 500).unref();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stopAll());

const urls = await Promise.all(children.map(({ listening }) => listening));
console.error(names.map((name, at) => `${name.padEnd(10)} ${urls[at]}`).join('\n'));
console.error('Ready. /reference at each of them describes its interface; Ctrl-C ends.');

interface Child {
  readonly process: ChildProcess;
  readonly listening: Promise<string>;
}

function start(name: string): Child {
  const child = spawn(process.execPath, [...nodeFlags(name), `apps/${name}/src/main.ts`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Out of reach of the terminal's Ctrl-C: a service told to stop twice stops without draining.
    detached: true,
  });
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 1;
    stopAll();
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    process.stdout.write(`${line}\n`);
    if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { url: string }).url);
  });
  return { process: child, listening: promise };
}

function stopAll(): void {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.process.kill('SIGTERM');
}
