/**
 * Starts both services, with --simulated also the simulator and everything pointed at it. Their logs go
 * to stdout, one JSON line each; what a person wants to know goes to stderr. Ends when one of them does.
 */
import { readDotEnv, runService } from '@assay/server';
import { parseArgs } from 'node:util';
import { checkConfig } from './services/check-config.ts';
import { agentUrlEnv, simulatedEnv } from './services/service-env.ts';
import { startServices, type ServiceName } from './services/start-services.ts';

const { values: options } = parseArgs({
  options: { simulated: { type: 'boolean', default: false } },
});

readDotEnv();

const names: readonly ServiceName[] = options.simulated
  ? ['simulator', 'agent', 'evals']
  : ['agent', 'evals'];

const env = {
  ...process.env,
  ...agentUrlEnv(process.env),
  PORT: '', // belongs to a service that starts alone; left empty, .env cannot bring it back either
  ...(options.simulated && simulatedEnv(process.env['SIMULATOR_PORT'] ?? '9100')),
};

// Each service would only tell its own mistakes, and the first to end stops the other.
await runService(async () => checkConfig(env));

const services = startServices({
  names,
  env,
  onLine: (line) => process.stdout.write(`${line}\n`),
});

const urls = await Promise.race([services.urls, services.ended]);
if (typeof urls === 'object') {
  console.error(names.map((name) => `${name.padEnd(10)} ${urls[name]}`).join('\n'));
  console.error('Ready. /reference at each of them describes its interface; Ctrl-C ends.');
}
process.exitCode = await services.ended;
