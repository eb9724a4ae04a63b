import { chmod } from 'node:fs/promises';
import { rolldown } from 'rolldown';

/** The command `assay` as one file that needs nothing but Node 22 or newer; tells how large it is. */
export async function bundleCli(file: string): Promise<number> {
  const bundle = await rolldown({
    input: 'apps/cli/src/main.ts',
    platform: 'node',
    transform: { target: 'node22' },
  });
  const { output } = await bundle.write({
    file,
    format: 'esm',
    minify: true,
    // One file; a command's part of it still runs only when somebody wants it.
    codeSplitting: false,
  });
  await bundle.close();
  await chmod(file, 0o755);
  return output[0].code.length;
}
