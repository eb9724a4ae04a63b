import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError } from '../command/cli-error.ts';
import { EXIT } from '../command/exit-code.ts';

/** Writes a file that was asked for by name, and its folder where that is missing. */
export async function saveFile(
  cwd: string,
  file: string,
  pieces: Iterable<string> | AsyncIterable<unknown>,
): Promise<void> {
  const path = resolve(cwd, file);
  await orRefuse(file, async () => {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(Readable.from(pieces), createWriteStream(path));
  });
}

/** What cannot be written was named wrongly. */
export async function orRefuse(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new CliError(EXIT.usage, `cannot write ${file}: ${cause.message}`, { cause });
  }
}
