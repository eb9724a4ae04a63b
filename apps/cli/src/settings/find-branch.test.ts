import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findBranch } from './find-branch.ts';

describe('the branch of a checkout', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-branch-'));
    await mkdir(join(folder, '.git/worktrees/other'), { recursive: true });
    await mkdir(join(folder, 'deep/inside'), { recursive: true });
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'other/.git'), 'gitdir: ../.git/worktrees/other\n');
  });
  after(() => rm(folder, { recursive: true }));

  const checkOut = (head: string, git = '.git'): Promise<void> =>
    writeFile(join(folder, git, 'HEAD'), `${head}\n`);

  it('is found from a folder inside of it', async () => {
    await checkOut('ref: refs/heads/feature/new-prompt');
    assert.equal(await findBranch(join(folder, 'deep/inside')), 'feature/new-prompt');
  });

  it('is the one of the worktree in a worktree', async () => {
    await checkOut('ref: refs/heads/of-the-worktree', '.git/worktrees/other');
    assert.equal(await findBranch(join(folder, 'other')), 'of-the-worktree');
  });

  it('is not known where a commit is checked out', async () => {
    await checkOut('10f84e4aa0b1d1b3f1f4d6e7a9b8c7d6e5f4a3b2');
    assert.equal(await findBranch(folder), undefined);
  });

  it('is not known if its name is longer than the service takes', async () => {
    await checkOut(`ref: refs/heads/${'a'.repeat(256)}`);
    assert.equal(await findBranch(folder), undefined);
  });
});
