import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Longer names are not sent: the service refuses them. */
const MAX_LENGTH = 255;

/** The branch that is checked out in `cwd`; `undefined` outside of a checkout, and where HEAD is a commit. */
export async function findBranch(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = await readHead(folder);
    if (head !== undefined) return branchIn(head);
    if (folder === dirname(folder)) return undefined;
  }
}

/** The text of HEAD if `folder` is the top of a checkout. In a worktree `.git` is a file that names the folder. */
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

/** `undefined` if it cannot be read: a branch is only a help. */
async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
