/** Makes dist/assay.mjs, the command `assay`. */
import { bundleCli } from './bundle-cli.ts';

const FILE = 'dist/assay.mjs';

const { size } = await bundleCli(FILE);
console.log(`wrote ${FILE}, ${Math.round(size / 1024)} kB`);
