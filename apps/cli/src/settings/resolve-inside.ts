import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * The path of a file that another file names, or `undefined` if it is not below `folder`, symbolic links resolved. The
 * file that names it may come from a stranger, who must not reach the rest of the disk by it.
 */
export async function resolveInside(folder: string, named: string): Promise<string | undefined> {
  const path = resolve(folder, named);
  const [root, real] = [await realpath(folder), await resolveLinks(path)];
  if (real === undefined) return undefined;
  const way = relative(root, real);
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : path;
}

/** Where a path leads, also if its last parts do not exist; `undefined` if a link on the way leads nowhere. */
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
