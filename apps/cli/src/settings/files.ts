import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CommandContext } from '../command/command.ts';
import { CliError, EXIT } from '../command/exit-code.ts';

/** Reads a file that the user named. Throws a usage error if that fails. */
export async function readTextFile(cwd: string, file: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new CliError(EXIT.usage, `${file}: ${describeFileError(cause)}`, { cause });
  }
}

/** Describes in words why a file could not be read or written; falls back to the error code of the operating system. */
export function describeFileError(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return REASONS[code] ?? (code === '' ? message : `operating system error ${code}`);
}

/** True for an error of a file system call. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'it already exists',
  EACCES: 'permission denied: check who may read and write it',
  EPERM: 'permission denied: check who may read and write it',
  EROFS: 'the disk is read-only: choose another folder',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
};

/**
 * Resolves a path that another file contains; `undefined` if it is outside `folder` after resolving symbolic links. The
 * file with the path can come from an untrusted source, which must not reach the rest of the disk.
 */
export async function resolveInside(folder: string, named: string): Promise<string | undefined> {
  const path = resolve(folder, named);
  const [root, real] = [await realpath(folder), await resolveLinks(path)];
  if (real === undefined) return undefined;
  const way = relative(root, real);
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : path;
}

/** Resolves symbolic links even if the last parts of the path do not exist; `undefined` if a link is dangling. */
async function resolveLinks(path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const exists = await lstat(path).then(
    () => true,
    () => false,
  );
  if (exists || path === dirname(path)) return undefined;
  const parent = await resolveLinks(dirname(path));
  return parent === undefined ? undefined : join(parent, basename(path));
}

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
