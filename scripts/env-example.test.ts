import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

function namesIn(files: readonly string[], pattern: RegExp): string[] {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] ?? ''),
  );
  return [...new Set(names)].toSorted();
}

test('.env.example lists every variable the services read, and no other', () => {
  const readers = [
    ...globSync('apps/*/src/{config,read-*}.ts').filter((file) => !file.endsWith('.test.ts')),
    'packages/server/src/env/read-service-env.ts',
  ];
  const own = ['AGENT', 'EVALS'].flatMap((prefix) => [`${prefix}_HOST`, `${prefix}_PORT`]);
  const read = [
    ...own,
    ...namesIn(readers, /^ {2,4}([A-Z][A-Z_]+): /gm),
    ...namesIn(readers, /env\['([A-Z_]+)'\]/g),
  ].filter((name) => !['PORT', 'HOST', 'OWN_PORT'].includes(name));
  const listed = namesIn(['.env.example'], /^([A-Z_]+)=/gm);
  assert.deepEqual(listed, [...new Set(read)].toSorted());
  assert.deepEqual(
    namesIn(['packages/server/src/env/known-variables.ts'], /^ {2}'([A-Z_]+)',/gm),
    listed,
    'every other variable of our kind is warned of at the start',
  );
});
