import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { writeThirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The programs in the build, by name. They share the chunks beside them. */
const PROGRAMS = {
  agent: 'apps/agent/src/main.ts',
  evals: 'apps/evals/src/main.ts',
  migrate: 'apps/evals/src/migrate-main.ts',
  simulator: 'apps/simulator/src/main.ts',
  'import-process': 'apps/evals/src/http/import-process.ts',
  'grading-thread': 'apps/evals/src/runs/grade/local/thread.ts',
  'check-health': 'scripts/container/check-health.ts',
};

/** The folders that the programs read: the path in the checkout, and in the build. */
const FOLDERS: Readonly<Record<string, string>> = {
  'apps/evals/migrations': 'migrations',
  samples: 'samples',
};

/** What a source names with `new URL(…, import.meta.url)`, and its path in the build. */
const NAMED: Readonly<Record<string, string>> = {
  ...FOLDERS,
  'dist/console': 'console',
  [PROGRAMS['import-process']]: 'import-process.mjs',
  [PROGRAMS['grading-thread']]: 'grading-thread.mjs',
};

/** Bundles the services and the programs that they start into `folder`. Returns the names of the files. */
export async function bundleServices(folder: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: PROGRAMS,
    platform: 'node',
    transform: { target: 'node24' },
    external: ['pg-native'],
    plugins: [findFilesInBuild],
  });
  const draft = join(folder, '.draft');
  await rm(draft, { recursive: true, force: true }); // of a build that was killed
  const { output } = await bundle.write({
    dir: draft,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Names are kept, so that a stack names the functions.
    minify: { compress: true, mangle: false, codegen: true },
  });
  await bundle.close();
  const names = output.map(({ fileName }) => fileName);
  // A program that starts at this moment finds the old file or the new one, never a part of it. Chunks come before the
  // programs that import them.
  const isProgram = (name: string): boolean => name.replace(/\.mjs$/, '') in PROGRAMS;
  for (const name of names.toSorted((a, b) => Number(isProgram(a)) - Number(isProgram(b)))) {
    await rename(join(draft, name), join(folder, name));
  }
  await rm(draft, { recursive: true });
  const copied: string[] = [];
  for (const [from, to] of Object.entries(FOLDERS)) {
    const copies = await mirror(join(ROOT, from), join(folder, to));
    copied.push(...copies.map((name) => join(to, name)));
  }
  const licenses = 'THIRD_PARTY_LICENSES';
  const moduleIds = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
  await writeThirdPartyLicenses(join(folder, licenses), moduleIds);
  return [...names, ...copied, licenses];
}

/**
 * Copies a folder, and removes what it no longer has: a service would apply a migration that was renamed. Returns what is
 * in it.
 */
async function mirror(from: string, to: string): Promise<readonly string[]> {
  await mkdir(to, { recursive: true });
  const kept = new Set(await readdir(from, { recursive: true }));
  await cp(from, to, { recursive: true });
  for (const name of await readdir(to, { recursive: true })) {
    if (!kept.has(name)) await rm(join(to, name), { recursive: true, force: true });
  }
  return [...kept];
}

const NAMED_FILE = /new URL\(\s*'([^']+)',\s*import\.meta\.url\s*,?\s*\)/g;

/** Replaces the path of a file beside a source by its path beside the chunks, which are all in one folder. */
const findFilesInBuild: Plugin = {
  name: 'find-files-in-build',
  transform: {
    filter: { id: /^(?!.*node_modules).*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const found = code.replaceAll(NAMED_FILE, (_, path: string) => {
        const named = relative(ROOT, join(dirname(id), path));
        const built = NAMED[named];
        if (built === undefined) throw new Error(`${id} names ${named}, which the build lacks`);
        return `new URL('./${built}${path.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      return { code: found, map: null }; // no line moves
    },
  },
};
