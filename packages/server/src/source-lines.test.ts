import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { nameSourceLines } from './source-lines.ts';

it('the stack of an error in the build names the function and the line of the TypeScript source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-stack-'));
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
    const helper = join(folder, 'helper.mjs');
    await writeFile(helper, "export function fail() { throw new Error('added'); }");
    await writeFile(`${helper}.map`, '{"version":3,"sources":["a.ts"],"names":[],"mappings":"A;"}');
    nameSourceLines();
    const { fail } = (await import(pathToFileURL(file).href)) as { fail: (one: object) => void };
    // A text from outside may name the file, here a place that no source has.
    const message = `broken ${pathToFileURL(file).href}:1:1`;
    assert.throws(
      () => fail({ a: message }),
      ({ stack }: Error) => String(stack).startsWith(`Error: ${message}\n    at fail (fault.ts:5:`),
    );
    const added = (await import(pathToFileURL(helper).href)) as { fail: () => void };
    assert.throws(
      () => added.fail(),
      ({ stack }: Error) => String(stack).includes(`fail (${pathToFileURL(helper).href}:1:`),
      'what the bundler added has no source',
    );
  } finally {
    Reflect.set(Error, 'prepareStackTrace', kept);
    await rm(folder, { recursive: true });
  }
});
