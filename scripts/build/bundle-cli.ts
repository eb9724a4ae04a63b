import { chmod, rename } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { writeThirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The oldest Node that apps/cli/src/check-node.ts accepts. */
export const OLDEST_NODE = '22.3';

const FILE = 'fairtrial.mjs';
const LICENSES = 'fairtrial.THIRD_PARTY_LICENSES';

/**
 * Bundles the command into `folder`, as one file that needs nothing but `OLDEST_NODE` or newer. Returns the names of the
 * files.
 */
export async function bundleCli(folder: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: 'apps/cli/src/main.ts',
    platform: 'node',
    transform: { target: `node${OLDEST_NODE}` },
    plugins: [loadBuiltinsLate],
    treeshake: { propertyReadSideEffects: false },
    // Unused commands are not compiled either.
    optimization: { pifeForModuleWrappers: false },
  });
  const draft = join(folder, '.draft.mjs');
  const { output } = await bundle.write({
    file: draft,
    format: 'esm',
    minify: true,
    // One file; the part of a command runs only when it is called.
    codeSplitting: false,
  });
  await bundle.close();
  await chmod(draft, 0o755);
  await rename(draft, join(folder, FILE));
  await writeThirdPartyLicenses(join(folder, LICENSES), output[0].moduleIds);
  return [FILE, LICENSES];
}

const LATE = '\0late:';

/**
 * In one file all imports come first, and `fairtrial --version` would load an HTTP server. Node's built-in
 * modules are therefore loaded when the module that uses them runs.
 */
const loadBuiltinsLate: Plugin = {
  name: 'load-builtins-late',
  resolveId: (name) => (isBuiltin(name) ? LATE + name : undefined),
  async load(id) {
    if (!id.startsWith(LATE)) return undefined;
    const name = id.slice(LATE.length);
    const names = Object.keys((await import(name)) as object).filter((one) => one !== 'default');
    return `const builtin = process.getBuiltinModule(${JSON.stringify(name)});
export default builtin;
${names.map((one) => `const late_${one} = builtin.${one}; export { late_${one} as ${one} };`).join('\n')}`;
  },
};
