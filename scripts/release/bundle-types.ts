import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * Maps `@fairtrial/contracts` to its sources. Through the link in node_modules, the compiler can take a file for one of an
 * installed package, depending on the order in which it loads files in parallel; it then emits no declarations for it.
 */
const CONFIG = 'scripts/release/tsconfig.types.json';

const SPECIFIER = /(?<=\bfrom\s*['"]|\bimport\(\s*['"])[^'"]+(?=['"])/g;

/**
 * Writes the type declarations of `@fairtrial/client` into `folder`, together with the declarations of `@fairtrial/contracts`
 * that they use. Imports between the two become relative paths, because `@fairtrial/contracts` is not published.
 */
export async function bundleTypes(folder: string): Promise<void> {
  const args = ['node_modules/typescript/bin/tsc', '-p', CONFIG, '--outDir', resolve(folder)];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  const reached = await linkFrom(join(folder, 'client/src/index.d.ts'), folder);
  for (const file of globSync(join(folder, '**/*.d.ts'))) if (!reached.has(file)) await rm(file);
}

/** Rewrites the imports of `entry` and of all files that it reaches. Returns these files. */
async function linkFrom(entry: string, folder: string): Promise<ReadonlySet<string>> {
  const reached = new Set<string>([entry]);
  for (const file of reached) {
    const text = await readFile(file, 'utf8');
    const linked = text.replaceAll(SPECIFIER, (specifier) => {
      const target = targetOf(specifier, file, folder);
      if (target === undefined) return specifier;
      reached.add(target);
      const path = relative(dirname(file), target).replace(/\.d\.ts$/, '.js');
      return path.startsWith('.') ? path : `./${path}`;
    });
    await writeFile(file, linked);
  }
  return reached;
}

/** The declaration file that a specifier names; `undefined` for a published package. */
function targetOf(specifier: string, file: string, folder: string): string | undefined {
  if (specifier.startsWith('.')) {
    return join(dirname(file), specifier.replace(/\.ts$/, '.d.ts'));
  }
  const [, name, part = 'index'] = /^@fairtrial\/(\w+)(?:\/(\w+))?$/.exec(specifier) ?? [];
  return name === undefined ? undefined : join(folder, name, 'src', `${part}.d.ts`);
}
