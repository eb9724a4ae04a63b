import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CliError, EXIT } from '../command/exit-code.ts';
import { resolveInside } from '../settings/files.ts';

const WILDCARD = /[*?]/;

/**
 * Returns the files that the patterns match, in the order of the patterns. Needed for shells that do not expand `*`.
 */
export async function findFiles(
  folder: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pattern of patterns) {
    const files = WILDCARD.test(pattern) ? await expand(folder, pattern) : [pattern];
    if (files.length === 0) throw new CliError(EXIT.usage, `no file matches ${pattern}`);
    found.push(...files);
  }
  return [...new Set(found.map((file) => resolve(folder, file)))];
}

/** Like `findFiles`, for the patterns of a configuration file, which must all stay inside its folder. */
export async function findFilesInside(
  folder: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  // Checked before the search, because a pattern could walk the whole disk.
  for (const pattern of patterns) await checkInside(folder, fixedPart(pattern));
  const files = await findFiles(folder, patterns);
  for (const file of files) await checkInside(folder, file);
  return files;
}

async function checkInside(folder: string, named: string): Promise<void> {
  if ((await resolveInside(folder, named)) !== undefined) return;
  throw new CliError(
    EXIT.usage,
    `files: ${named} is outside the folder of the configuration file: pass it on the command line`,
  );
}

async function expand(folder: string, pattern: string): Promise<readonly string[]> {
  const root = resolve(folder, fixedPart(pattern));
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

/** The path before the first wildcard. */
function fixedPart(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => WILDCARD.test(part));
  if (first === -1) return pattern;
  return parts.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '');
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
