import assert from 'node:assert/strict';
import { it } from 'node:test';
import { programName } from './program-name.ts';

it('programName returns how assay was started: npm script, PATH or file', () => {
  const cwd = '/home/ada/project';
  const cases = [
    ['/home/ada/project/apps/cli/src/main.ts', 'assay', 'npm run assay --'],
    ['/usr/local/bin/assay', undefined, 'assay'],
    [undefined, undefined, 'assay'],
    ['/home/ada/project/dist/assay.mjs', undefined, 'node dist/assay.mjs'],
    ['/home/ada/project/dist/assay.mjs', 'ci', 'node dist/assay.mjs'],
    ['/opt/assay.mjs', undefined, 'node /opt/assay.mjs'],
    ['/opt/my tools/assay.mjs', undefined, "node '/opt/my tools/assay.mjs'"],
  ] as const;
  for (const [script, npmScript, expected] of cases) {
    assert.equal(programName({ script, npmScript, cwd }), expected);
  }
});
