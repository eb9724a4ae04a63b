/**
 * Names that the code no longer uses: scripts/retired-names.json maps each to its replacement.
 *
 * - identifiers: `*` stands for the rest of a name (`MOST_*`). A name that is also an English word (`Worth`) counts only in
 *   code: not in comments, strings and prose.
 * - files: base names, ends of paths (`limits/gate.ts`) or folders (`runs/mark/`). A test has the name of its file.
 * - columns: of the database.
 * - fields: of the API. A plain word counts only as a property or in quotes; any other text (`verdict.word`) counts as it is.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import retired from './retired-names.json' with { type: 'json' };

const FOLDERS = ['apps', 'packages', 'tests', 'scripts', 'docs'];
/** Migrations are history and never edited; the test of a migration starts from the schema before it; RE2JS names a flag so. */
const EXEMPT =
  /^packages\/redaction\/src\/redact-keys\.ts$|^apps\/evals\/migrations\/|^apps\/evals\/src\/db\/connection\/migrate\.test\.ts$|^scripts\/retired-names\.|(?:^|\/)CHANGELOG\.md$/;
const BINARY = /\.(?:png|jpe?g|gif|ico|woff2?|gz|zip|pdf)$/;

interface Rule {
  readonly pattern: RegExp;
  readonly replacement: string;
  /** Search the whole text, or only the code in it. */
  readonly scope: 'text' | 'code';
}

const ENGLISH_WORD = /^[A-Z]?[a-z]+$/;

function toRules(): readonly Rule[] {
  const identifiers = Object.entries(retired.identifiers).map(([name, replacement]): Rule => ({
    pattern: wholeWord(name),
    replacement,
    scope: ENGLISH_WORD.test(name) ? 'code' : 'text',
  }));
  const columns = Object.entries(retired.columns).map(([name, replacement]): Rule => ({
    pattern: wholeWord(name),
    replacement,
    scope: 'text',
  }));
  const fields = Object.entries(retired.fields).map(([name, replacement]): Rule => ({
    pattern: ENGLISH_WORD.test(name) ? property(name) : wholeWord(name),
    replacement,
    scope: 'text',
  }));
  const files = Object.entries(retired.files).map(([name, replacement]): Rule => ({
    pattern: wholeWord(name),
    replacement,
    scope: 'text',
  }));
  return [...identifiers, ...columns, ...fields, ...files];
}

/** Neither a word character nor a hyphen on either side. */
function wholeWord(name: string): RegExp {
  const source = RegExp.escape(name)
    .replaceAll(String.raw`\*`, String.raw`[A-Z\d]\w*`)
    .replace(/^\[A-Z\\d\]/, String.raw`\w`)
    .replaceAll(String.raw`\.`, String.raw`\??\.`);
  const before = /^[\w*]/.test(name) ? String.raw`(?<![\w$-])` : '';
  const after = /[\w*]$/.test(name) ? String.raw`(?![\w$-])` : '';
  return new RegExp(before + source + after, 'g');
}

/** `.name` but not `...name`, `'name'`, `` `name` ``, `name:` and `name?:`. */
function property(name: string): RegExp {
  return new RegExp(
    String.raw`(?:(?<!\.)\.|['"\x60])${name}(?![\w$-])|(?<![\w$-])${name}(?=\??:\s)`,
    'g',
  );
}

const COMMENT_OR_STRING =
  /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

/** The text with everything but code replaced by spaces, so that lines keep their numbers. */
function keepCode(file: string, text: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  if (/\.[cm]?[jt]sx?$/.test(file)) return text.replaceAll(COMMENT_OR_STRING, blank);
  if (!file.endsWith('.md')) return text;
  return text.replaceAll(/(^|`)[^`]*(`|$)/g, blank);
}

const rules = toRules();
/** One cheap search for all rules: most files have no hit. */
const anyName = new RegExp(
  [retired.identifiers, retired.columns, retired.fields, retired.files]
    .flatMap((names) => Object.keys(names))
    .map((name) =>
      RegExp.escape(name.replaceAll('*', '')).replaceAll(String.raw`\.`, String.raw`\??\.`),
    )
    .join('|'),
);

function findRetired(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  if (!anyName.test(text)) return [];
  const code = keepCode(file, text);
  return rules.flatMap(({ pattern, replacement, scope }) =>
    [...(scope === 'code' ? code : text).matchAll(pattern)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: ${found.replace(/^[.'"`]/, '')} is retired, use ${replacement}`;
    }),
  );
}

function findRetiredPath(file: string): readonly string[] {
  const path = `/${file.replace('.test.', '.')}`;
  return Object.entries(retired.files).flatMap(([name, replacement]) => {
    const isRetired = name.endsWith('/') ? path.includes(`/${name}`) : path.endsWith(`/${name}`);
    return isRetired ? [`${file}: its name is retired, use ${replacement}`] : [];
  });
}

const files = execFileSync('git', ['ls-files', '--', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !EXEMPT.test(file) && existsSync(file));

test('every file that replaces a retired one exists', () => {
  const missing = Object.entries(retired.files).filter(
    ([, replacement]) =>
      /\.tsx?$/.test(replacement) && !files.some((file) => `/${file}`.endsWith(`/${replacement}`)),
  );
  assert.deepEqual(missing, []);
});

test('no retired name is used', () => {
  assert.ok(files.length > 0);
  const found = files.flatMap((file) => [
    ...findRetiredPath(file),
    ...(BINARY.test(file) ? [] : findRetired(file)),
  ]);
  assert.equal(found.length, 0, `\n${found.join('\n')}`);
});
