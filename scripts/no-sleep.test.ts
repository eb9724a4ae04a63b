/** The lint rules find every way to sleep in a test, and allow it only in the files that wait for all others. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const IMPORT = `import { setTimeout as wait } from 'node:timers/promises';\nawait wait(5);\n`;

const FORBIDDEN: Readonly<Record<string, string>> = {
  'tests/chaos/play.ts': IMPORT,
  'tests/slow/play.test.ts': IMPORT,
  'packages/models/src/play.test.ts': IMPORT,
  'packages/models/src/testing/play.ts': IMPORT,
  'apps/console/src/play.test.tsx': IMPORT,
  'scripts/play.test.ts': IMPORT,
  'tests/a-timer.ts': 'await new Promise((resolve) => setTimeout(resolve, 5));\n',
  'tests/global-this.ts': 'await new Promise((resolve) => globalThis.setTimeout(resolve, 5));\n',
  'tests/promisified.ts': `import { promisify } from 'node:util';\nawait promisify(setTimeout)(5);\n`,
  'tests/whole-module.ts': `import * as timers from 'node:timers/promises';\nawait timers.setTimeout(5);\n`,
  'tests/scheduler.ts': `import { scheduler } from 'timers/promises';\nawait scheduler.wait(5);\n`,
  'tests/node-timers.ts': `import { setTimeout } from 'node:timers';\nsetTimeout(() => undefined, 5);\n`,
  'tests/blocked.ts': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);\n',
  'tests/browser.ts': `import { page } from './page.ts';\nawait page.waitForTimeout(5);\n`,
};

const ALLOWED: Readonly<Record<string, string>> = {
  'tests/support/services/until.ts': IMPORT,
  'tests/support/stubs/delay.ts': IMPORT,
  'apps/evals/src/wait.ts': IMPORT,
  'tests/next-turn.ts': `import { setImmediate as nextTurn } from 'node:timers/promises';\nawait nextTurn();\n`,
  'tests/mocked.ts': `import { mock } from 'node:test';\nmock.timers.enable({ apis: ['setTimeout'] });\n`,
};

test('the lint finds every sleep in a test, and allows it only in two helpers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-no-sleep-'));
  try {
    // Rules that need types are left out: the planted files belong to no project.
    const { options: _, ...config } = JSON.parse(await readFile('.oxlintrc.json', 'utf8')) as {
      readonly options: object;
    };
    const files = { ...FORBIDDEN, ...ALLOWED, '.oxlintrc.json': JSON.stringify(config) };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const program = resolve('node_modules/.bin/oxlint');
    const { stdout } = spawnSync(program, ['--format', 'unix'], { cwd: folder, encoding: 'utf8' });
    const found = new Set(
      [...stdout.matchAll(/^([^:]+):.*no-restricted-/gm)].map(([, file]) => file),
    );
    assert.deepEqual(found, new Set(Object.keys(FORBIDDEN)), stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
});
