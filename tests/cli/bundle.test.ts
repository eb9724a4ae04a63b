import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { builtAssay } from './built-assay.ts';

const MOST_MS = 120;
const ROUNDS = 9;
/** Says at the end what the process took. */
const METER = `data:text/javascript,process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  console.error((user + system) / 1000);
})`;

/** Processor time in milliseconds: on a busy machine the clock on the wall measures others. */
function cost(args: readonly string[]): number {
  const { status, stderr } = spawnSync(process.execPath, ['--import', METER, ...args], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return Number(stderr);
}

it(`says its version in under ${MOST_MS} ms`, async (t) => {
  const file = await builtAssay();
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(cost([file, '--version']));
    bare.push(cost(['-e', '0']));
  }
  const [best, floor] = [Math.min(...ours), Math.min(...bare)];
  t.diagnostic(`assay --version ${best.toFixed(0)} ms, bare Node ${floor.toFixed(0)} ms`);
  // Where bare Node is slow the machine is, and only the ratio counts.
  assert.ok(best < Math.max(MOST_MS, 4 * floor), `${best} ms against ${floor} ms`);
});

it('is one file that imports nothing but what Node brings', async () => {
  const code = readFileSync(await builtAssay(), 'utf8');
  assert.ok(code.startsWith('#!/usr/bin/env node\n'));
  const imports = [...code.matchAll(/\bimport[^;'"`]*?from\s*["']([^"']+)["']/g)].map(
    ([, name]) => name,
  );
  assert.ok(imports.length > 0);
  assert.deepEqual(
    imports.filter((name) => !name?.startsWith('node:')),
    [],
  );
});
