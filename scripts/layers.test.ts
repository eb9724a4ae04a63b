/**
 * Enforces the dependency rule; docs/architecture.md shows the main arrows. A file may import its own folder,
 * the folders its row lists, and the npm packages its workspace declares. A confined package may be imported only from
 * the folder that owns it.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { MAY_IMPORT } from './layers-table.ts';

const SCOPE = '@fairtrial/';

/** npm packages that only the listed folders may import. */
const OWNER: Record<string, readonly string[]> = {
  undici: ['packages/egress'],
  'ipaddr.js': ['packages/egress'],
  fastify: ['packages/server'],
  pg: ['packages/postgres', 'apps/evals/db', 'scripts'],
  'pg-boss': ['apps/evals/queue'],
  cockatiel: ['packages/models'],
  'csv-stringify': ['apps/evals/exports'],
  re2js: ['packages/scorers', 'packages/imports', 'packages/redaction'],
  'ajv-formats': ['packages/scorers'],
  '@fastify/static': ['apps/evals/http'],
  '@base-ui/react': ['apps/console/ui', 'apps/console'],
  'd3-array': ['apps/console/charts'],
  diff: ['apps/console/parts'],
  '@bufbuild/protobuf': ['apps/evals/traces', 'apps/evals/testing'],
};

const IMPORT =
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;

const rootManifest = manifestIn('.');

function manifestIn(folder: string): Record<string, Record<string, string> | undefined> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

function layerOf(file: string): string {
  const path = file.replace('/src/', '/');
  const rows = Object.keys(MAY_IMPORT).filter((row) => path.startsWith(`${row}/`));
  const layer = rows.toSorted((a, b) => b.length - a.length)[0];
  assert.ok(layer, `${file} belongs to no layer: add a row to scripts/layers-table.ts`);
  return layer;
}

/**
 * Only tests may import the fixtures in `testing` and the helpers in `tests/support`. `*` is for main, app and config:
 * everything in their own app, nothing in another.
 */
function mayImport(from: string, to: string, file: string): boolean {
  if (to.endsWith('/testing')) {
    return /\.test\.tsx?$/.test(file) || from === 'tests' || from === to;
  }
  if (to === 'tests') return file.endsWith('.test.ts') || from === to;
  const row = MAY_IMPORT[from] ?? [];
  if (row.includes('*')) return to.startsWith('packages/') || to.startsWith(from);
  return to === from || row.includes(to);
}

/**
 * Returns the packages that a file may import: its package's dependencies; for a test also the tools of the repository.
 */
function declared(file: string): Record<string, string> {
  const folder = /^(?:apps|packages)\/[^/]+(?=\/src\/)|^tests\/clients(?=\/)/.exec(file)?.[0];
  const own = folder === undefined ? {} : manifestIn(folder)['dependencies'];
  const isSource = folder !== undefined && !/^tests\/|\.test\.tsx?$/.test(file);
  return isSource ? { ...own } : { ...rootManifest['devDependencies'], ...own };
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function fault(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) return undefined;
  const layer = layerOf(file);
  if (specifier.startsWith('.')) {
    const target = layerOf(join(dirname(file), specifier));
    return mayImport(layer, target, file) ? undefined : 'points the wrong way';
  }
  const name = packageName(specifier);
  if (!(name in declared(file))) return 'is not in its package.json';
  if (name.startsWith(SCOPE)) {
    const target = `packages/${name.slice(SCOPE.length)}`;
    return mayImport(layer, target, file) ? undefined : 'points the wrong way';
  }
  // Benchmarks compare with the bare package, and tests may inspect internals.
  if (layer === 'tests') return undefined;
  const owners = OWNER[name] ?? [layer];
  return owners.includes(layer) ? undefined : `belongs to ${owners.join(' and ')}`;
}

test('every import follows the dependency rule', () => {
  const files = globSync('{packages/*/src,apps/*/src,scripts,tests,integrations}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**'],
  });
  const faults = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const why = fault(file, specifier);
      return why ? [`${file}: '${specifier}' ${why}`] : [];
    }),
  );
  assert.ok(files.length > 0);
  assert.deepEqual(faults, []);
});
