/**
 * Starts both services; with --simulated also the simulator, and both services use its models. Logs go to stdout, one
 * JSON line each; messages for the user go to stderr. Ends when one service ends. With --watch, a service restarts when
 * its source changes, and a service that fails does not end the others. Without it, the services run from the build.
 * Names start only these services: `npm start -- agent`.
 */
import { readDotEnv, runService } from '@fairtrial/server';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { checkConfig } from './services/check-config.ts';
import { agentUrlEnv, simulatedEnv } from './services/service-env.ts';
import { SERVICE_NAMES, startServices } from './services/start-services.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    simulated: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  },
});

readDotEnv();

const unknown = positionals.find((one) => !SERVICE_NAMES.some((name) => name === one));
if (unknown !== undefined) {
  console.error(`'${unknown}' is none of ${SERVICE_NAMES.join(', ')}`);
  process.exit(2);
}
const isChosen = (name: string): boolean =>
  positionals.length === 0 ? options.simulated || name !== 'simulator' : positionals.includes(name);
const names = SERVICE_NAMES.filter(isChosen);

const env = {
  ...process.env,
  ...(names.length > 1 && {
    ...agentUrlEnv(process.env),
    PORT: '', // PORT is for a service started alone; an empty value prevents .env from setting it
  }),
  ...(options.simulated && simulatedEnv(process.env['SIMULATOR_PORT'] ?? '9100')),
};

// Each service would report only its own faults, and the first to end stops the other.
if (names.length > 1) await runService(async () => checkConfig(env));

if (!options.watch) await build(names.includes('evals') ? ['services', 'console'] : ['services']);

const services = startServices({
  names,
  env,
  watch: options.watch,
  onLine: (line) => process.stdout.write(`${line}\n`),
});

const urls = await Promise.race([services.urls, services.ended]);
if (typeof urls === 'object') {
  console.error(names.map((name) => `${name.padEnd(10)} ${urls[name]}`).join('\n'));
  console.error('Ready. /reference at each of them describes its interface. Press Ctrl-C to stop.');
}
process.exitCode = await services.ended;
