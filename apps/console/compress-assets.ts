import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH = /\.(js|css|html|svg)$/;

/** Writes precompressed copies of text assets at build time, so that the service compresses nothing per request. */
export function compressAssets(): Plugin {
  let folder = '';
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!WORTH.test(name)) continue;
        const path = join(folder, name);
        const file = await readFile(path);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(file));
        await writeFile(`${path}.gz`, await promisify(gzip)(file, { level: 9 }));
      }
    },
  };
}
