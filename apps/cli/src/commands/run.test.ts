import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findBranch } from './run.ts';

describe('findBranch', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-branch-'));
    await mkdir(join(folder, '.git/worktrees/other'), { recursive: true });
    await mkdir(join(folder, 'deep/inside'), { recursive: true });
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'other/.git'), 'gitdir: ../.git/worktrees/other\n');
  });
  after(() => rm(folder, { recursive: true }));

  const checkOut = (head: string, git = '.git'): Promise<void> =>
    writeFile(join(folder, git, 'HEAD'), `${head}\n`);

  it('finds the branch from a folder inside the checkout', async () => {
    await checkOut('ref: refs/heads/feature/new-prompt');
    assert.equal(await findBranch(join(folder, 'deep/inside')), 'feature/new-prompt');
  });

  it('finds the branch of a worktree', async () => {
    await checkOut('ref: refs/heads/of-the-worktree', '.git/worktrees/other');
    assert.equal(await findBranch(join(folder, 'other')), 'of-the-worktree');
  });

  it('findBranch returns undefined for a detached HEAD', async () => {
    await checkOut('10f84e4aa0b1d1b3f1f4d6e7a9b8c7d6e5f4a3b2');
    assert.equal(await findBranch(folder), undefined);
  });

  it('findBranch returns undefined for a name longer than the service accepts', async () => {
    await checkOut(`ref: refs/heads/${'a'.repeat(256)}`);
    assert.equal(await findBranch(folder), undefined);
  });
});
