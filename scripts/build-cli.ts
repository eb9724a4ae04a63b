/** Makes dist/assay.mjs: the command `assay` as one file that needs nothing but Node 22 or newer. */
import { chmod } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const FILE = 'dist/assay.mjs';

const bundle = await rolldown({
  input: 'apps/cli/src/main.ts',
  platform: 'node',
  transform: { target: 'node22' },
});
const { output } = await bundle.write({
  file: FILE,
  format: 'esm',
  minify: true,
  // One file; a command's part of it still runs only when somebody wants it.
  codeSplitting: false,
});
await chmod(FILE, 0o755);
const [{ code, imports }] = output;
console.log(`wrote ${FILE}: ${Math.round(code.length / 1024)} kB, imports ${imports.join(', ')}`);
