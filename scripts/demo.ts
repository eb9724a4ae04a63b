/**
 * Demo without a key: starts both services on simulated models, plays all samples against two versions of a model
 * through the agent backend, and shows what regressed. Runs until Ctrl-C and then removes all its data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { agentUrlEnv, simulatedEnv } from './services/service-env.ts';
import { SERVICE_NAMES, startServices, type Services } from './services/start-services.ts';

const { values: options } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    if (signal === 'SIGINT') console.log('\nStopping the demo and deleting its data.');
    interruption.abort();
  });
}
const folder = await mkdtemp(join(tmpdir(), 'fairtrial-demo-'));
try {
  await chmod(folder, 0o711); // as root, PostgreSQL runs as another user that needs access
  await build();
  if (!interruption.signal.aborted) process.exitCode = await play();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs until the services have ended. Returns the exit code. */
async function play(): Promise<number> {
  const log: string[] = [];
  let hasFailed = false;
  const services = startServices({
    names: SERVICE_NAMES,
    env: demoEnv(process.env),
    folder, // contains no .env; the database is deleted with this folder
    onLine: (line) => log.push(line),
  });
  services.urls.then(show).then(
    () => options.once && services.stop(),
    (error: unknown) => {
      // An interrupted command is not a failure.
      hasFailed = !interruption.signal.aborted;
      if (hasFailed) console.error(error instanceof Error ? error.message : error);
      services.stop();
    },
  );
  const code = await services.ended;
  if (interruption.signal.aborted) return 0;
  if (code !== 0) console.error(log.slice(-20).join('\n'));
  return code === 0 && hasFailed ? 1 : code;
}

/** Passes on only the ports of the caller's environment, so that no key is used. */
function demoEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, AGENT_PORT, EVALS_PORT, SIMULATOR_PORT = '9100' } = env;
  const ports = { AGENT_PORT, EVALS_PORT };
  return {
    PATH,
    ...ports,
    ...agentUrlEnv(ports),
    EVALS_DATA: folder,
    ...simulatedEnv(SIMULATOR_PORT),
  };
}

async function show(urls: Awaited<Services['urls']>): Promise<void> {
  console.log(
    'Simulated models, no key, no network: sim/v1 is the old model, sim/v2 the new one.\n',
  );
  const old = await evaluate('sim/v1', urls);
  const young = await evaluate('sim/v2', urls, ['--baseline', old]);
  console.log(`
What to look at
  The comparison      ${urls.evals}/console/compare?baseline=${old}&candidate=${young}
  In the terminal     npm run -s fairtrial -- compare ${old} ${young} --server ${urls.evals}
  Your own endpoint   npm run -s fairtrial -- run samples/bank-lost-card.json --endpoint <address> --model <name> --server ${urls.evals} --judge off
`);
  if (!options.once) console.log('Press Ctrl-C to stop the demo and delete its data.');
}

/** Plays all samples and returns the id of the run. */
async function evaluate(
  model: string,
  urls: { readonly agent: string; readonly evals: string },
  more: readonly string[] = [],
): Promise<string> {
  const file = join(folder, 'run.json');
  const command = ['run', ...globSync('samples/*.json').toSorted()];
  // An empty configuration: the demo does not depend on the one of the folder.
  await writeFile(join(folder, 'demo.yaml'), '');
  const config = ['--config', join(folder, 'demo.yaml')];
  const target = ['--server', urls.evals, '--endpoint', `${urls.agent}/`, '--model', model];
  const what = ['--attempts', '5', '--name', 'demo', `--json=${file}`, ...more];
  const child = spawn(
    process.execPath,
    ['dist/fairtrial.mjs', ...command, ...config, ...target, ...what],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      // The commands that it prints begin as the user's do: with the npm script, which runs on the Node of the project.
      env: { ...process.env, npm_lifecycle_event: 'fairtrial' },
      // Not in the terminal's process group: on Ctrl-C the command would query the service, which is ending too.
      detached: true,
      signal: interruption.signal,
      killSignal: 'SIGKILL',
    },
  );
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  // Exit code 1 reports a regression, which the demo expects.
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`fairtrial run ended with ${exitCode}`);
  const { run } = JSON.parse(await readFile(file, 'utf8')) as { run: { run_id: string } };
  return run.run_id;
}
