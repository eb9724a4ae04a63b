import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

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
