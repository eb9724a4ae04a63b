/** Limits the size of folders and files, so that the source stays easy to navigate. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const MAX_SOURCE_FILES = 1300;
const MAX_FILES_IN_A_FOLDER = 20;
/** A file this short with a single importer usually belongs in its importer. */
const SHORT_LINES = 15;
const MAX_SHORT_FILES = 15;

const IMPORT =
  /\b(?:import|export)\b[^;'"]*?\bfrom\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|^import\s*'(\.[^']+)'/gm;

const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const others = globSync('{scripts,tests,bench,container,integrations}/**/*.ts', {
  exclude: ['**/node_modules/**'],
});
const imports = new Map([...sources, ...others].map((file) => [file, importedBy(file)]));

function importedBy(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) =>
    join(dirname(file), match[1] ?? match[2] ?? match[3] ?? ''),
  );
}

test(`there are at most ${MAX_SOURCE_FILES} source files`, () => {
  assert.ok(sources.length > 0);
  assert.ok(sources.length <= MAX_SOURCE_FILES, `${sources.length} source files`);
});

test(`no source folder has more than ${MAX_FILES_IN_A_FOLDER} source files`, () => {
  const folders = Map.groupBy(sources, (file) => dirname(file));
  const large = [...folders].filter(([, files]) => files.length > MAX_FILES_IN_A_FOLDER);
  assert.deepEqual(
    large.map(([folder, files]) => `${folder}: ${files.length}`),
    [],
  );
});

test('at most 15 short files have only one importer', () => {
  const importers = new Map<string, number>();
  for (const targets of imports.values()) {
    for (const target of new Set(targets)) {
      importers.set(target, (importers.get(target) ?? 0) + 1);
    }
  }
  const short = sources.filter(
    (file) =>
      importers.get(file) === 1 &&
      readFileSync(file, 'utf8').trimEnd().split('\n').length <= SHORT_LINES,
  );
  assert.ok(short.length <= MAX_SHORT_FILES, `${short.length} files:\n${short.join('\n')}`);
});

test('no import cycle, type imports included', () => {
  const cycles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, path: readonly string[]): void {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  }
  for (const file of imports.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});
