/** Packs the command and the client as they are published: dist/packages/*.tgz. */
import { packPackages } from './release/pack-packages.ts';

for (const file of await packPackages('dist/packages')) console.log(file);
