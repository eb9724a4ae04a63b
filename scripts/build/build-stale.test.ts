import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildStale, type Part } from './build-stale.ts';

describe('the build', () => {
  let root: string;
  let source: string;
  let builds = 0;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'fairtrial-build-'));
    source = join(root, 'main.ts');
    await writeFile(source, 'one');
  });
  after(() => rm(root, { recursive: true }));

  let fault: Error | undefined;
  let lost: string | undefined;
  const part: Part = {
    name: 'part',
    sources: ['*.ts'],
    async build(folder) {
      builds += 1;
      if (fault) throw fault;
      if (lost !== undefined) return [lost];
      await writeFile(join(folder, `chunk-${builds}`), '');
      return [`chunk-${builds}`];
    },
  };
  const build = (): Promise<void> => buildStale({ root, folder: join(root, 'dist') }, [part]);
  const buildsAfter = async (change: () => Promise<void>): Promise<number> => {
    const known = builds;
    await change();
    await build();
    return builds - known;
  };

  it('is made once by several processes that need it at the same time', async () => {
    await Promise.all([build(), build(), build()]);
    assert.equal(builds, 1);
  });

  it('is not made again if only the time of a source changed, or a test', async () => {
    assert.equal(await buildsAfter(() => utimes(source, new Date(), new Date())), 0);
    assert.equal(await buildsAfter(() => writeFile(join(root, 'main.test.ts'), 'a test')), 0);
  });

  it('is made again if the content of a source changed, or a source was added, or removed', async () => {
    assert.equal(await buildsAfter(() => writeFile(source, 'two')), 1);
    const other = join(root, 'other.ts');
    assert.equal(await buildsAfter(() => writeFile(other, '')), 1);
    assert.equal(await buildsAfter(() => rm(other)), 1);
  });

  it('is made again if one of its files is missing', async () => {
    assert.equal(await buildsAfter(() => rm(join(root, 'dist', `chunk-${builds}`))), 1);
  });

  it('fails if it lacks a file that it names, because it would be stale forever', async () => {
    lost = 'lost';
    await writeFile(source, 'lost');
    await assert.rejects(build(), /the part was built without lost/);
    lost = undefined;
  });

  it('is made again after one that failed, even if the sources are those of the last good one', async () => {
    fault = new Error('half of it is written');
    await writeFile(source, 'broken');
    await assert.rejects(build(), fault);
    fault = undefined;
    assert.equal(await buildsAfter(() => writeFile(source, 'two')), 1);
  });

  it('keeps the files of five builds before for what runs from them, and no older ones', async () => {
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f'])
      await buildsAfter(() => writeFile(source, text));
    const chunks = (await readdir(join(root, 'dist'))).filter((name) => name.startsWith('chunk'));
    assert.deepEqual(
      chunks.toSorted(),
      Array.from({ length: 6 }, (_, at) => `chunk-${builds - at}`).toSorted(),
    );
  });

  it('is made although a process that was building was killed', async () => {
    const pid = 2 ** 22 + 1; // above the highest number of a process
    await writeFile(join(root, 'dist/.lock'), String(pid));
    assert.equal(await buildsAfter(() => writeFile(source, 'three')), 1);
  });
});
