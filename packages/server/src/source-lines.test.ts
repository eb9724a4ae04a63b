import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { nameSourceLines } from './source-lines.ts';

it('the stack of an error in the build names the function and the line of the TypeScript source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-stack-'));
  const kept: unknown = Reflect.get(Error, 'prepareStackTrace');
  try {
    const source = join(folder, 'fault.ts');
    await writeFile(
      source,
      'interface Removed {\n  readonly a: string;\n}\nexport function fail(one: Removed): never {\n  throw new Error(one.a);\n}\n',
    );
    const bundle = await rolldown({ input: source, cwd: folder });
    const file = join(folder, 'built.mjs');
    await bundle.write({ file, sourcemap: true, minify: { mangle: false, codegen: true } });
    await bundle.close();
    nameSourceLines();
    const { fail } = (await import(pathToFileURL(file).href)) as { fail: (one: object) => void };
    assert.throws(
      () => fail({ a: 'broken' }),
      ({ stack }: Error) => /^Error: broken\n {4}at fail \(fault\.ts:5:\d+\)\n/.test(String(stack)),
    );
  } finally {
    Reflect.set(Error, 'prepareStackTrace', kept);
    await rm(folder, { recursive: true });
  }
});
