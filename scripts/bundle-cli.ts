import { chmod } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { rolldown, type Plugin } from 'rolldown';

/** The oldest Node that apps/cli/src/check-node.ts accepts. */
export const OLDEST_NODE = '22.3';

interface Bundle {
  readonly size: number;
  /** The paths of the modules that the file contains. */
  readonly moduleIds: readonly string[];
}

/** The command `assay` as one file that needs nothing but `OLDEST_NODE` or newer. */
export async function bundleCli(file: string): Promise<Bundle> {
  const bundle = await rolldown({
    input: 'apps/cli/src/main.ts',
    platform: 'node',
    transform: { target: `node${OLDEST_NODE}` },
    plugins: [loadBuiltinsLate],
    treeshake: { propertyReadSideEffects: false },
    // Unused commands are not compiled either.
    optimization: { pifeForModuleWrappers: false },
  });
  const { output } = await bundle.write({
    file,
    format: 'esm',
    minify: true,
    // One file; the part of a command runs only when it is called.
    codeSplitting: false,
  });
  await bundle.close();
  await chmod(file, 0o755);
  const [{ code, moduleIds }] = output;
  return { size: code.length, moduleIds };
}

const LATE = '\0late:';

/**
 * In one file all imports come first, and `assay --version` would load an HTTP server. Node's built-in
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
