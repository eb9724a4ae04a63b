/** Documents must not name source files that do not exist. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const DOCUMENTS = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'apps/console/README.md',
];

/** A code span that ends like a source file; `<name>` and `*` match any part of a name. */
const PATH = /`([\w./<>*-]+\.(?:ts|tsx|sql))`/g;

test('every source file that a document names exists', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(PATH)]
      .map((match) => match[1] ?? '')
      .filter((path) => !path.includes('<') && !exists(path))
      .map((path) => `${document}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

const FILES = globSync('{apps,packages,scripts,tests}/**/*.{ts,tsx,sql}', {
  exclude: ['**/node_modules'],
});

/** A document may omit the start of a path: `http/chat.ts`. */
function exists(path: string): boolean {
  const name = RegExp.escape(path).replaceAll('\\*', '[^/]*');
  const end = new RegExp(`(?:^|/)${name}$`);
  return FILES.some((file) => end.test(file));
}
