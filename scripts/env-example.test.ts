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
    'packages/server/src/service-fields.ts',
  ];
  const read = [
    ...namesIn(readers, /^ {2,4}([A-Z][A-Z_]+): /gm),
    ...namesIn(readers, /env\['([A-Z_]+)'\]/g),
  ].filter((name) => name !== 'PORT' && !name.startsWith('LANG'));
  const listed = namesIn(['.env.example'], /^([A-Z_]+)=/gm);
  assert.deepEqual(listed, [...new Set(read)].toSorted());
});
