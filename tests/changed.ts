import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the files that differ from the merge base with the main branch, and those that git does not know yet;
 * `undefined` if there is no merge base.
 */
export function listChanged(): readonly string[] | undefined {
  const base = ['origin/HEAD', 'origin/main', 'main'].map(mergeBase).find((one) => one !== '');
  if (base === undefined) return undefined;
  const changed = git('diff', '--name-only', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set(`${changed}\n${added}`.split('\n'))].filter((file) => file !== '');
}

function mergeBase(branch: string): string {
  try {
    return git('merge-base', 'HEAD', branch);
  } catch {
    return '';
  }
}

function git(...args: readonly string[]): string {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return execFileSync('git', args, { encoding: 'utf8', stdio: [...stdio] }).trim();
}

/** The files that a file imports at run time: types are the compiler's to check. */
export interface Imports {
  /** Returns every file that is loaded with this one. */
  reachedFrom(file: string): ReadonlySet<string>;
}

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:([^'";]*?)\s+from\s+)?['"]([^'"]+)['"]/g;
const CALL = /\b(?:import|URL)\(\s*['"`]([^'"`]+)['"`]/g;

/** Reads the imports of all sources as text. A name that a package passes on leads to the file that defines it. */
export function readImports(root: string): Imports {
  const edges = new Map<string, readonly string[]>();
  const passedOn = new Map<string, ReadonlyMap<string, string>>();

  function edgesOf(file: string): readonly string[] {
    const known = edges.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(join(root, file), 'utf8');
    const statements = [...text.matchAll(STATEMENT)].flatMap(([, type, names, name = '']) =>
      type === undefined ? targets(file, name, valuesIn(names)) : [],
    );
    const calls = [...text.matchAll(CALL)].flatMap(([, name = '']) => targets(file, name, []));
    const found = [...new Set([...statements, ...calls])].filter((one) =>
      existsSync(join(root, one)),
    );
    edges.set(file, found);
    return found;
  }

  function targets(file: string, name: string, values: readonly string[]): readonly string[] {
    if (/^\.{1,2}\//.test(name)) return /\.tsx?$/.test(name) ? [join(dirname(file), name)] : [];
    const [, pack, part = 'index'] = /^@[\w-]+\/(\w+)(?:\/(\w+))?$/.exec(name) ?? [];
    const index = `packages/${pack}/src/${part}.ts`;
    if (pack === undefined || !existsSync(join(root, index))) return [];
    const known = passedOn.get(index) ?? readPassedOn(index);
    passedOn.set(index, known);
    return values.map((value) => known.get(value) ?? index);
  }

  function readPassedOn(index: string): ReadonlyMap<string, string> {
    const text = readFileSync(join(root, index), 'utf8');
    return new Map(
      [...text.matchAll(STATEMENT)].flatMap(([, , names, name = '']) =>
        valuesIn(names).map((value) => [value, join(dirname(index), name)] as const),
      ),
    );
  }

  return {
    reachedFrom(file) {
      const reached = new Set([file]);
      for (const one of reached) for (const next of edgesOf(one)) reached.add(next);
      return reached;
    },
  };
}

/** True if a test uses dist: then it loads a file of `tests` or `scripts` that names it. */
export function usesBuild(test: string, imports: Imports): boolean {
  return [...imports.reachedFrom(test)].some(
    (file) => !file.includes('/src/') && /\bdist\b/.test(readFileSync(file, 'utf8')),
  );
}

/** The values in a list such as `{ a, type B, c as d }`. */
function valuesIn(names = ''): readonly string[] {
  return names
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/).at(0) ?? name);
}

/** Every test, without those that need the machine for themselves, the image, or packages of their own. */
export function listTests(): readonly string[] {
  return globSync('{apps,packages}/*/src/**/*.test.{ts,tsx}').concat(
    globSync('{scripts,tests}/**/*.test.ts', {
      exclude: ['**/node_modules/**', 'tests/{clients,image,nightly}/**'],
    }),
  );
}
