/**
 * Builds what runs outside of development into dist/: the services, the command and the console.
 *   npm run build                builds what is stale
 *   npm run build -- services    only the services (or: command, console)
 */
import { join } from 'node:path';
import { bundleConsole } from '../apps/console/bundle.ts';
import { buildStale, type Part } from './build/build-stale.ts';
import { bundleCli } from './build/bundle-cli.ts';
import { bundleServices } from './build/bundle-services.ts';
import { packagesOf } from './build/packages-of.ts';

const root = join(import.meta.dirname, '..');

/** What every part depends on, beside the installed packages. */
const COMMON = ['{package,package-lock,tsconfig}.json', 'scripts/build.ts', 'scripts/build/**'];

const sourcesOf = (...apps: readonly string[]): readonly string[] => [
  ...COMMON,
  ...apps.map((app) => `${app}/**`),
  ...new Set(apps.flatMap((app) => packagesOf(root, app)).map((folder) => `${folder}/**`)),
];

const PARTS: readonly Part[] = [
  {
    name: 'services',
    sources: [
      ...sourcesOf('apps/agent', 'apps/evals', 'apps/simulator'),
      'samples/**',
      'scripts/container/**',
    ],
    build: bundleServices,
  },
  { name: 'command', sources: sourcesOf('apps/cli'), build: bundleCli },
  { name: 'console', sources: [...sourcesOf('apps/console'), 'samples/**'], build: bundleConsole },
];

const NAMES = PARTS.map(({ name }) => name);

/** Builds the stale ones of these parts. */
export function build(names: readonly string[] = NAMES): Promise<void> {
  const parts = PARTS.filter(({ name }) => names.includes(name));
  return buildStale({ root, folder: join(root, 'dist') }, parts);
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !NAMES.includes(name));
  if (unknown === undefined) await build(named.length > 0 ? named : NAMES);
  else {
    console.error(`there is no part '${unknown}'; known: ${NAMES.join(', ')}`);
    process.exitCode = 2;
  }
}
