import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CliError, EXIT } from '../command/exit-code.ts';

const WILDCARD = /[*?]/;

/** The files that the patterns match, in the order of the patterns. Needed for shells that do not expand `*`. */
export async function findFiles(
  folder: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pattern of patterns) {
    const files = WILDCARD.test(pattern) ? await expand(folder, pattern) : [pattern];
    if (files.length === 0) throw new CliError(EXIT.usage, `no file is called ${pattern}`);
    found.push(...files);
  }
  return [...new Set(found.map((file) => resolve(folder, file)))];
}

async function expand(folder: string, pattern: string): Promise<readonly string[]> {
  const parts = pattern.split('/');
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => WILDCARD.test(part)),
  );
  const root = resolve(folder, ...(pattern.startsWith('/') ? ['/', ...fixed] : fixed));
  const expected = toRegExp(resolve(folder, pattern));
  const entries = await readdir(root, {
    recursive: pattern.includes('**'),
    withFileTypes: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => expected.test(file.split(sep).join('/')))
    .map((file) => relative(folder, file))
    .toSorted();
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .split(sep)
    .join('/')
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (wildcard) => WILDCARD_PATTERNS[wildcard] ?? wildcard);
  return new RegExp(`^${source}$`);
}

const WILDCARD_PATTERNS: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};
