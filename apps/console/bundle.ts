import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the console into dist/console. Returns the names of its files in dist, which is `folder`. */
export async function bundleConsole(folder: string): Promise<readonly string[]> {
  const built = await buildForProduction();
  if (!('output' in built)) throw new Error('vite did not return what it wrote');
  return built.output
    .flatMap(({ fileName }) => ['', '.br', '.gz'].map((ending) => `${fileName}${ending}`))
    .map((name) => join('console', name))
    .filter((name) => existsSync(join(folder, name))); // the licences are not compressed
}

/** Whatever `NODE_ENV` says. vite sets it for the whole process, and the tests that follow would run in production. */
async function buildForProduction(): Promise<Awaited<ReturnType<typeof build>>> {
  const { env } = process;
  const before = env['NODE_ENV'];
  env['NODE_ENV'] = 'production';
  try {
    return await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'warn',
    });
  } finally {
    if (before === undefined) delete env['NODE_ENV'];
    else env['NODE_ENV'] = before;
  }
}
