import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const FILE = 'SHA256SUMS';

/** Writes SHA256SUMS for all files of a folder, in the format of `sha256sum --check`. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === FILE) continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(join(folder, FILE), lines.join(''));
}
