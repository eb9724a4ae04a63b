import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CliError } from '../command/exit-code.ts';
import { ConfigFile } from './config-file.ts';
import { completeTarget, findTarget } from './find-target.ts';

const CONFIG = ConfigFile.parse({
  target: { reply: '/usual' },
  targets: { web: { reply: '/data/answer', metadata: '/data/labels' } },
});

describe('findTarget', () => {
  let cwd: string;

  before(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'fairtrial-target-'));
    await writeFile(
      join(cwd, 'mine.yaml'),
      'headers:\n  x-user: env:FAIRTRIAL_KEY ${HOME}\nreply: /a\nbody:\n  q: "{{user_message}}"\n',
    );
    await writeFile(join(cwd, 'wrong.json'), '{\n  "reply": "data",\n  "replies": 1\n}\n');
  });
  after(() => rm(cwd, { recursive: true }));

  it('--target selects a file; its text is sent as written, without values of the environment', async () => {
    assert.deepEqual(await findTarget({ config: CONFIG, cwd }, 'mine.yaml'), {
      headers: { 'x-user': 'env:FAIRTRIAL_KEY ${HOME}' },
      reply: '/a',
      body: { q: '{{user_message}}' },
    });
  });

  it('a faulty target file is refused with the line of each fault', async () => {
    await assert.rejects(
      findTarget({ config: CONFIG, cwd }, 'wrong.json'),
      (error: unknown) =>
        error instanceof CliError &&
        /^wrong\.json, line 2: reply: must be a JSON Pointer/m.test(error.message) &&
        /^wrong\.json, line 3: replies: is not a known field$/m.test(error.message),
    );
  });

  it('--target refuses what is neither a name nor a file with a known extension, and lists the names of the configuration file', async () => {
    for (const named of ['mine.txt', 'My Bot', '../secret']) {
      await assert.rejects(
        findTarget({ config: CONFIG, cwd }, named),
        /is not a target: name one of fairtrial\.config\.yaml \(web\), a file that ends in \.yaml/,
      );
    }
  });

  it('the configuration file can set the target by object or name, but not by a file', async () => {
    assert.deepEqual(await findTarget({ config: CONFIG, cwd }, undefined), { reply: '/usual' });
    assert.equal(ConfigFile.parse({ target: 'web' }).target, 'web');
    for (const target of ['./mine.yaml', 'mine.yaml', '/etc/passwd']) {
      assert.equal(ConfigFile.safeParse({ target }).success, false, target);
    }
  });
});

describe('completeTarget', () => {
  it('a name of the configuration file becomes its target; any other name is left to the service', () => {
    assert.deepEqual(completeTarget(CONFIG, 'web', undefined), CONFIG.targets?.['web']);
    assert.equal(completeTarget(CONFIG, 'stored', undefined), 'stored');
    assert.equal(completeTarget(CONFIG, 'constructor', undefined), 'constructor');
    assert.equal(completeTarget({}, undefined, undefined), undefined);
  });

  it('--reply replaces the pointer to the reply and keeps the other fields of the target', () => {
    const replaced = { reply: '/b', metadata: '/data/labels' };
    assert.deepEqual(completeTarget(CONFIG, 'web', '/b'), replaced);
    assert.deepEqual(completeTarget({}, undefined, '/b'), { reply: '/b' });
    assert.throws(
      () => completeTarget(CONFIG, 'stored', '/b'),
      /--reply cannot change the stored target stored: pass a file with --target/,
    );
  });
});
