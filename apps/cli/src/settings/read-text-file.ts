import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError, EXIT } from '../command/exit-code.ts';
import { describeFileError } from './file-errors.ts';

/** Reads a file that the user named. Throws a usage error if that fails. */
export async function readTextFile(cwd: string, file: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new CliError(EXIT.usage, `${file}: ${describeFileError(cause)}`, { cause });
  }
}
