import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig as readAgent } from '../apps/agent/src/config.ts';
import { readConfig as readEvals } from '../apps/evals/src/config.ts';

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
});

test('no service takes a variable of .env.example for a misspelt one', () => {
  for (const name of namesIn(['.env.example'], /^([A-Z_]+)=/gm))
    for (const read of [readAgent, readEvals])
      assert.deepEqual(
        warningsOf(() => read({ [name]: '1' })),
        [],
        name,
      );
});

/** A service that refuses the value reads the variable. */
function warningsOf(read: () => { readonly warnings: readonly string[] }): readonly string[] {
  try {
    return read().warnings;
  } catch {
    return [];
  }
}
