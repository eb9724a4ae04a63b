import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CommandContext } from '../command/command.ts';
import { CliError, EXIT } from '../command/exit-code.ts';
import { describeFileError, isFileError } from './file-errors.ts';

/** Writes a file that an option names, and creates its folder if necessary. */
export async function saveFile(
  cwd: string,
  file: string,
  chunks: Iterable<string> | AsyncIterable<unknown>,
): Promise<void> {
  const path = resolve(cwd, file);
  await writeOrFail(file, async () => {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(Readable.from(chunks), createWriteStream(path));
  });
}

/** Like `saveFile`, but a file that exists is replaced only when everything is written: reading the chunks may fail. */
export async function replaceFile(
  cwd: string,
  file: string,
  chunks: AsyncIterable<unknown>,
): Promise<void> {
  const path = resolve(cwd, file);
  const existing = await stat(path).catch(() => undefined);
  // A folder is refused, and a device such as /dev/null stays one.
  if (existing !== undefined && !existing.isFile()) return saveFile(cwd, file, chunks);
  await writeOrFail(file, async () => {
    await mkdir(dirname(path), { recursive: true });
    const target = existing === undefined ? path : await realpath(path);
    const draft = `${target}.${process.pid}.part`;
    try {
      await pipeline(Readable.from(chunks), createWriteStream(draft, { mode: existing?.mode }));
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  });
}

/** Throws a usage error if the file system refuses to write `file`. */
export async function writeOrFail(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    if (!isFileError(cause)) throw cause;
    throw new CliError(EXIT.usage, `cannot write ${file}: ${describeFileError(cause)}`, { cause });
  }
}

/**
 * Writes the value as JSON to the target of `--json`. Returns true if that is stdout, so that nothing else is printed
 * there; false if it is a file, or if `--json` was not given.
 */
export async function writeJson(
  { terminal, cwd }: Pick<CommandContext, 'terminal' | 'cwd'>,
  target: unknown,
  value: unknown,
): Promise<boolean> {
  if (typeof target !== 'string') return false;
  const text = escapeControls(JSON.stringify(value, null, 2));
  if (target === '-') {
    terminal.print(text);
    return true;
  }
  await saveFile(cwd, target, [`${text}\n`]);
  return false;
}

/** Escapes DEL, C1 and bidi controls, which `JSON.stringify` keeps and terminals interpret. */
function escapeControls(json: string): string {
  return json.replaceAll(
    /[\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
