import { join } from 'node:path';
import { build } from 'vite';

/** Builds the console into dist/console. Returns the names of its files in dist. */
export async function bundleConsole(): Promise<readonly string[]> {
  const built = await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
  });
  if (!('output' in built)) throw new Error('vite did not return what it wrote');
  return built.output.flatMap(({ fileName }) =>
    ['', '.br', '.gz'].map((ending) => join('console', `${fileName}${ending}`)),
  );
}
