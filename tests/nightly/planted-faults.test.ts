import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { copyRepo, shellEnv, type RepoCopy } from '../support/services/copy-repo.ts';

interface Fault {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  /** The part of the check that must find the fault, and a word of its output. */
  readonly command: readonly [string, ...string[]];
  readonly says: RegExp;
}

const LAYERS = ['node', '--test', 'scripts/layers.test.ts'] as const;
const TOGETHER = ['node', '--test', '--test-isolation=none', 'tests/load-files.ts'] as const;

const FAULTS: readonly Fault[] = [
  {
    what: 'an upward import',
    file: 'packages/models/src/planted.ts',
    text: `import { createServer } from '@fairtrial/server';\nexport const planted = createServer;\n`,
    command: LAYERS,
    says: /packages\/models\/src\/planted\.ts: '@fairtrial\/server'/,
  },
  {
    what: 'an import of another app',
    file: 'apps/evals/src/runs/planted.ts',
    text: `import { createApp } from '../../../agent/src/app.ts';\nexport const planted = createApp;\n`,
    command: LAYERS,
    says: /points the wrong way/,
  },
  {
    what: 'a circle of folders',
    file: 'packages/models/src/messages/planted.ts',
    text: `export type { ReplyShape } from '../replies/reply-shapes.ts';\n`,
    command: LAYERS,
    says: /packages\/models\/src: messages -> replies -> messages/,
  },
  {
    what: 'an undeclared package',
    file: 'packages/scorers/src/planted.ts',
    text: `import { z } from 'zod';\nexport const planted = z.string();\n`,
    command: LAYERS,
    says: /'zod' is not in its package\.json/,
  },
  {
    what: 'a package that belongs to another folder',
    file: 'scripts/planted.ts',
    text: `import { request } from 'undici';\nexport const planted = request;\n`,
    command: LAYERS,
    says: /'undici' belongs to packages\/egress/,
  },
  {
    what: 'a floating promise',
    file: 'packages/models/src/planted.ts',
    text: `export function planted(): void {\n  Promise.resolve(1);\n}\n`,
    command: ['oxlint', '--deny-warnings'],
    says: /no-floating-promises/,
  },
  {
    what: 'an unused export',
    file: 'packages/models/src/planted.ts',
    text: `export const planted = 1;\n`,
    command: ['knip'],
    says: /planted\.ts/,
  },
  {
    what: 'a type error in tests',
    file: 'tests/contract/planted.ts',
    text: `export const planted: number = 'text';\n`,
    command: ['tsc'],
    says: /tests\/contract\/planted\.ts.*TS2322/,
  },
  {
    what: 'a type error in bench',
    file: 'tests/bench/planted.ts',
    text: `export const planted: number = 'text';\n`,
    command: ['tsc'],
    says: /bench\/planted\.ts.*TS2322/,
  },
  {
    what: 'a test file that fails to load after its first test',
    file: 'scripts/planted.test.ts',
    text: `import { it } from 'node:test';\nit('planted', () => {});\nthrow new Error('planted');\n`,
    command: ['env', 'TEST_FILES=scripts/planted.test.ts', ...TOGETHER],
    says: /scripts\/planted\.test\.ts loads/,
  },
  {
    what: 'a file out of format',
    file: 'packages/models/src/planted.ts',
    text: `export const planted   = "x"\n`,
    command: ['oxfmt', '--check'],
    says: /planted\.ts/,
  },
];

describe('npm run check', () => {
  let repo: RepoCopy;

  before(async () => {
    repo = await copyRepo();
  });
  after(() => repo[Symbol.asyncDispose]());

  function run([program, ...args]: readonly [string, ...string[]]): {
    failed: boolean;
    output: string;
  } {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: repo.folder,
      env: shellEnv(),
      encoding: 'utf8',
    });
    return { failed: status !== 0, output: stdout + stderr };
  }

  for (const { what, file, text, command, says } of FAULTS) {
    it(`fails for ${what}`, async () => {
      const path = join(repo.folder, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      const { failed, output } = run(command);
      await rm(path);
      assert.ok(failed);
      assert.match(output, says);
    });
  }

  it('fails for a stale OpenAPI document', async () => {
    const path = join(repo.folder, 'docs/openapi/evals.json');
    const whole = await readFile(path, 'utf8');
    await appendFile(path, ' ');
    const { failed, output } = run(['node', '--test', 'scripts/openapi.test.ts']);
    await writeFile(path, whole);
    assert.ok(failed);
    assert.match(output, /docs\/openapi\/evals\.json is stale: run "npm run generate"/);
  });

  it('passes without a planted fault', () => {
    for (const command of [LAYERS, ['oxfmt', '--check'], ['knip'], ['tsc']] as const) {
      const { failed, output } = run(command);
      assert.ok(!failed, output);
    }
  });
});
