import assert from 'node:assert/strict';
import { it } from 'node:test';
import { namedServer, programName } from './program-name.ts';

it('programName returns how fairtrial was started: npm script, PATH or file', () => {
  const cwd = '/home/ada/project';
  const cases = [
    ['/home/ada/project/apps/cli/src/main.ts', 'fairtrial', 'npm run -s fairtrial --'],
    ['/usr/local/bin/fairtrial', undefined, 'fairtrial'],
    [undefined, undefined, 'fairtrial'],
    ['/home/ada/project/dist/fairtrial.mjs', undefined, 'node dist/fairtrial.mjs'],
    ['/home/ada/project/dist/fairtrial.mjs', 'ci', 'node dist/fairtrial.mjs'],
    ['/opt/fairtrial.mjs', undefined, 'node /opt/fairtrial.mjs'],
    ['/opt/my tools/fairtrial.mjs', undefined, "node '/opt/my tools/fairtrial.mjs'"],
  ] as const;
  for (const [script, npmScript, expected] of cases) {
    assert.equal(programName({ script, npmScript, cwd }), expected);
  }
});

it('namedServer returns the server of a command line, unless a shell could read more than an address in it', () => {
  assert.equal(namedServer(['node', 'f', 'run', '--server', 'http://a:1']), 'http://a:1');
  assert.equal(namedServer(['node', 'f', '--server=http://[::1]:1', 'run']), 'http://[::1]:1');
  for (const args of [[], ['--server'], ['--server', 'http://a;rm'], ['--serverless', 'x']]) {
    assert.equal(namedServer(args), undefined);
  }
});
