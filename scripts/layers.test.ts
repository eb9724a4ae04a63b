/**
 * Enforces the dependency rule; docs/architecture.md shows the main arrows. A file may import its own folder,
 * the folders its row lists, and the npm packages its workspace declares. A confined package may be imported only from
 * the folder that owns it. Below any `src`, folders beside each other must not import each other in a circle.
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
  return readImports(readFileSync(file, 'utf8'));
}

function readImports(source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
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

/** An import of a file by a file in a folder beside it. */
interface Arrow {
  readonly parent: string;
  readonly from: string;
  readonly to: string;
  readonly files: string;
}

/** Returns the import as an arrow between two folders below one `src`; `undefined` if it is none. */
function arrowOf(file: string, specifier: string): Arrow | undefined {
  const target = join(dirname(file), specifier);
  const [here, there] = [file.split('/'), target.split('/')];
  const depth = here.findIndex((name, at) => name !== there[at]);
  const [from = '', to = ''] = [here[depth], there[depth]];
  const isInFolders = depth < here.length - 1 && depth < there.length - 1;
  if (!isInFolders || here.indexOf('src') >= depth) return undefined;
  return { parent: here.slice(0, depth).join('/'), from, to, files: `${file} -> ${target}` };
}

/**
 * Returns the shortest circle through each folder, by the parent of its folders: the folders, and the imports that make
 * it. Files at the root of a parent belong to no folder: they put its folders together.
 */
function findCircles(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const arrows = [...sources].flatMap(([file, source]) =>
    readImports(source).flatMap((specifier) =>
      specifier.startsWith('.') ? (arrowOf(file, specifier) ?? []) : [],
    ),
  );
  const circles = new Map<string, string[]>();
  for (const [parent, inside] of Map.groupBy(arrows, (arrow) => arrow.parent)) {
    const folders = [...new Set(inside.map(({ from }) => from))].toSorted();
    const found = new Map<string, string>();
    for (const folder of folders) {
      const path = circleOf(folder, inside);
      const key = path?.toSorted().join();
      if (path && key && !found.has(key)) found.set(key, describeCircle(path, inside));
    }
    if (found.size > 0) circles.set(parent, [...found.values()]);
  }
  return circles;
}

/** Returns the folders of the shortest way from a folder back to it; `undefined` if there is none. */
function circleOf(start: string, arrows: readonly Arrow[]): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const { from, to } of arrows) {
      if (from !== way.at(-1)) continue;
      if (to === start) return way;
      if (!seen.has(to)) ways.push([...way, to]);
      seen.add(to);
    }
  }
  return undefined;
}

function describeCircle(folders: readonly string[], arrows: readonly Arrow[]): string {
  const steps = folders.map((from, at) => [from, folders[(at + 1) % folders.length]]);
  const files = steps.flatMap(([one, next]) =>
    arrows.filter(({ from, to }) => from === one && to === next).map((arrow) => arrow.files),
  );
  return [[...folders, folders[0]].join(' -> '), ...new Set(files)].join('\n  ');
}

test('folders beside each other import each other in no circle', () => {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', {
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  });
  const circles = findCircles(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])));
  const faults = [...circles].flatMap(([parent, found]) =>
    found.map((circle) => `${parent}: ${circle}`),
  );
  assert.ok(files.length > 0);
  assert.equal(faults.join('\n'), '');
});

/** Keeps the import below from being read as one of this file. */
const quoted = (path: string): string => `'${path}'`;

test('a circle is found in imports, type imports, exports and dynamic imports, with the files that make it', () => {
  const circles = findCircles(
    new Map([
      ['apps/a/src/app.ts', "import { one } from './one/one.ts';"],
      ['apps/a/src/one/one.ts', "import type { Two } from '../two/deep/two.ts';"],
      ['apps/a/src/two/deep/two.ts', "export { three } from '../../three/three.ts';"],
      ['apps/a/src/three/three.ts', `const load = () => import(${quoted('../one/one.ts')});`],
      ['apps/a/src/four/four.ts', "import '../one/one.ts';\nimport './five.ts';"],
      ['apps/a/src/four/five.ts', "import './four.ts';\nimport '../app.ts';"],
    ]),
  );
  assert.deepEqual(
    [...circles],
    [
      [
        'apps/a/src',
        [
          'one -> two -> three -> one\n' +
            '  apps/a/src/one/one.ts -> apps/a/src/two/deep/two.ts\n' +
            '  apps/a/src/two/deep/two.ts -> apps/a/src/three/three.ts\n' +
            '  apps/a/src/three/three.ts -> apps/a/src/one/one.ts',
        ],
      ],
    ],
  );
});
