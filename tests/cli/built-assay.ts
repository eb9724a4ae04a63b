import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleCli } from '../../scripts/bundle-cli.ts';

let built: Promise<string> | undefined;

/** The command as it is given away, built once for each test file. */
export function builtAssay(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-built-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'assay.mjs');
  await bundleCli(file);
  return file;
}
