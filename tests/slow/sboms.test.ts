import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { writeSboms } from '../../scripts/release/sboms.ts';

it('the SBOM of each part has its production dependencies and no devDependencies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-sbom-'));
  try {
    await writeSboms(folder);
    const listNames = async (part: string): Promise<readonly string[]> => {
      const text = await readFile(join(folder, `sbom-${part}.cdx.json`), 'utf8');
      const { components } = JSON.parse(text) as { components: readonly { name: string }[] };
      return components.map(({ name }) => name);
    };
    const { dependencies } = JSON.parse(await readFile('apps/cli/package.json', 'utf8')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    const direct = Object.keys(dependencies).map((name) => name.replace('@fairtrial/', ''));
    const names = await listNames('cli');
    assert.deepEqual(
      direct.filter((name) => !names.includes(name)),
      [],
    );
    const image = await listNames('image');
    for (const name of ['fastify', 'pg', 'zod', 'react', 'commander'])
      assert.ok(image.includes(name), name);
    for (const name of ['vite', 'typescript', '@types/node', 'knip'])
      assert.ok(!image.includes(name), name);
    assert.ok((await listNames('client')).includes('zod'));
  } finally {
    await rm(folder, { recursive: true });
  }
});
