import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findFiles } from './find-files.ts';

describe('findFiles', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-find-'));
    await mkdir(join(folder, 'in/deep'), { recursive: true });
    for (const file of [
      'b.json',
      'a.json',
      'a.txt',
      'in/c.json',
      'in/deep/d.json',
      'in/[x].json',
    ]) {
      await writeFile(join(folder, file), '');
    }
  });
  after(() => rm(folder, { recursive: true }));

  async function find(...patterns: readonly string[]): Promise<readonly string[]> {
    const files = await findFiles(folder, patterns);
    return files.map((file) => file.slice(folder.length + 1));
  }

  it('findFiles keeps the order of the patterns and sorts the files of each', async () => {
    assert.deepEqual(await find('in/c.json', '*.json'), ['in/c.json', 'a.json', 'b.json']);
    assert.deepEqual(await find('?.json', 'b.json'), ['a.json', 'b.json']);
    assert.deepEqual(await find('in/[x].json'), ['in/[x].json']);
  });

  it('findFiles searches sub-folders only for **', async () => {
    assert.deepEqual(await find('**/*.json'), [
      'a.json',
      'b.json',
      'in/[x].json',
      'in/c.json',
      'in/deep/d.json',
    ]);
    assert.deepEqual(await find(`${folder}/in/*.json`), ['in/[x].json', 'in/c.json']);
  });

  it('findFiles names a pattern that matches no file', async () => {
    await assert.rejects(find('a.json', 'no/*.json'), /no file matches no\/\*\.json/);
  });
});
