import { chmod } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { rolldown, type Plugin } from 'rolldown';

/** The command `assay` as one file that needs nothing but Node 22.3 or newer; tells how large it is. */
export async function bundleCli(file: string): Promise<number> {
  const bundle = await rolldown({
    input: 'apps/cli/src/main.ts',
    platform: 'node',
    transform: { target: 'node22.3' },
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
  return output[0].code.length;
}

const LATE = '\0late:';

/**
 * In one file all imports come first, and `assay --version` would load an HTTP server. So what Node brings is
 * asked for where the module runs that wants it.
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
