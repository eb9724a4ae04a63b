import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the logger cuts secrets out by value in every field', () => {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('create-logger.ts', import.meta.url).href)};
    const secret = 'can"ary-key';
    const log = createLogger({ service: 'x', level: 'info', secrets: [secret, ''] });
    log.info({ anything: { deep: 'a ' + secret }, err: new Error('bad ' + secret) }, 'got ' + secret);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  const line = JSON.parse(stdout) as { msg: string; anything: { deep: string } };
  assert.equal(line.msg, 'got [secret]');
  assert.equal(line.anything.deep, 'a [secret]');
  assert.doesNotMatch(stdout, /ary-key/);
});
