import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { FAIRTRIAL } from './run-fairtrial.ts';

/** Printing the version takes 1.5 times the processor time of bare Node. */
const MAX_RATIO = 3;
const ROUNDS = 9;
/** Prints the CPU time of the process on exit. */
const METER = `data:text/javascript,process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  console.error((user + system) / 1000);
})`;

/** Prints the loaded Node modules on exit. */
const LOADED = `data:text/javascript,process.on('exit', () => {
  console.error('loaded', process.moduleLoadList.join('\\n'));
})`;

/** Returns the milliseconds of processor time. */
function cost(args: readonly string[]): number {
  const { status, stderr } = spawnSync(process.execPath, ['--import', METER, ...args], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return Number(stderr);
}

it(`the bundled command prints its version in at most ${MAX_RATIO} times the time of bare Node`, async (t) => {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = cost(['-e', '0']);
    ratios.push(cost([FAIRTRIAL, '--version']) / bare);
  }
  ratios.sort((a, b) => a - b);
  const median = ratios[(ROUNDS - 1) / 2] ?? Number.NaN;
  const spread = `${median.toFixed(1)}, from ${ratios[0]?.toFixed(1)} to ${ratios.at(-1)?.toFixed(1)}`;
  t.diagnostic(spread);
  assert.ok(median < MAX_RATIO, spread);
});

it('the bundled command names the required Node on an older one before it starts', async () => {
  const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.2.0' })`;
  const args = ['--import', old, FAIRTRIAL, 'run', 'samples/bank-lost-card.json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [2, ''], stderr);
  assert.match(
    stderr,
    /^✗ fairtrial needs Node 22\.3 or newer, and this is Node 22\.2\.0: nothing was/,
  );
});

it('the bundled command is one file without imports, and loads Node modules only on demand', async () => {
  const code = readFileSync(FAIRTRIAL, 'utf8');
  assert.ok(code.startsWith('#!/usr/bin/env node\n'));
  assert.doesNotMatch(code, /\bimport\s*(?:[\w{*][^;'"`]*?\bfrom\s*)?["'`][^"'`]+["'`]\s*[;\n]/);
  const { stderr } = spawnSync(process.execPath, ['--import', LOADED, FAIRTRIAL, '-V'], {
    encoding: 'utf8',
  });
  assert.match(stderr, /loaded/);
  assert.doesNotMatch(stderr, /NativeModule (?:http|child_process|internal\/deps\/undici)/);
});
