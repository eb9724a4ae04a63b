import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Longer names are not sent, because the service rejects them. */
const MAX_LENGTH = 255;

/** The branch checked out in `cwd`; `undefined` outside a checkout and for a detached HEAD. */
export async function findBranch(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = await readHead(folder);
    if (head !== undefined) return branchIn(head);
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * The content of HEAD if `folder` is the root of a checkout. In a worktree, `.git` is a file with the path of the Git
 * directory.
 */
async function readHead(folder: string): Promise<string | undefined> {
  const git = join(folder, '.git');
  const direct = await readText(join(git, 'HEAD'));
  if (direct !== undefined) return direct;
  const [, linked] = /^gitdir: (.+)$/m.exec((await readText(git)) ?? '') ?? [];
  return linked === undefined ? undefined : readText(join(resolve(folder, linked), 'HEAD'));
}

function branchIn(head: string): string | undefined {
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(head) ?? [];
  return branch === undefined || branch.length > MAX_LENGTH ? undefined : branch;
}

/** `undefined` if the file cannot be read: the branch is optional information. */
async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
