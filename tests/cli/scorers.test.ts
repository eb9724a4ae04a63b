import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { runFairtrial } from './run-fairtrial.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const TURN = { conversation: [], reference: null, metadata: {}, tool_calls: [] };
const BODY = JSON.stringify({
  turns: ['yes', 'no', 'broken'].map((reply) => ({ ...TURN, id: reply, reply })),
});

const TYPED = `interface Turn { readonly reply: string }
export async function score({ reply }: Turn): Promise<number | { score: number; reason: string }> {
  if (reply === 'broken') throw new Error('no dictionary\\u001B[2J');
  return reply === 'yes' ? 1 : { score: 0, reason: 'is rude' };
}`;

/** Sends a call with a signature that the library of Standard Webhooks made. */
async function call(url: string, secret: string): Promise<Response> {
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, BODY),
  };
  return fetch(url, { method: 'POST', headers, body: BODY });
}

describe('fairtrial scorers serve', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-scorers-'));
    await writeFile(join(folder, 'Tone of voice.ts'), TYPED);
    await writeFile(join(folder, 'empty.mjs'), 'export const other = 1;');
    await writeFile(join(folder, 'faulty.mjs'), 'export const score = ');
    await writeFile(join(folder, 'judge.mjs'), 'export default () => 1;');
  });
  after(() => rm(folder, { recursive: true }));

  it('prints a line for SCORERS and scores signed calls with a TypeScript function', async () => {
    const answers = Promise.withResolvers<readonly unknown[]>();
    let isCalled = false;
    const { code, stdout, stderr } = await runFairtrial(
      ['scorers', 'serve', 'Tone of voice.ts', '--port', '0', '--secret', SECRET],
      {
        cwd: folder,
        onStderr(text, child) {
          const url = /calls at (\S+)\n/.exec(text)?.[1];
          if (url === undefined || isCalled) return;
          isCalled = true;
          void askAll(url)
            .then(answers.resolve, answers.reject)
            .finally(() => child.kill('SIGINT'));
        },
      },
    );
    const scores = [
      { id: 'yes', score: 1 },
      { id: 'no', score: 0, reason: 'is rude' },
    ];
    assert.deepEqual(await answers.promise, [200, { scores }, 401, 401]);
    assert.match(stdout, /^SCORERS=tone-of-voice=http:\/\/127\.0\.0\.1:\d+;secret=whsec_\S+=\n$/);
    assert.match(stderr, /^! turn broken: no dictionary/m);
    assert.match(stderr, /^! refused a call: its signature is not valid/m);
    assert.ok(!stderr.includes('\u001B'));
    assert.equal(code, 0);
  });

  async function askAll(url: string): Promise<readonly unknown[]> {
    const signed = await call(url, SECRET);
    const other = await call(url, `whsec_${Buffer.alloc(32, 6).toString('base64')}`);
    const unsigned = await fetch(url, { method: 'POST', body: BODY });
    return [signed.status, await signed.json(), other.status, unsigned.status];
  }

  it('refuses files and names that cannot be used', async () => {
    const serve = (...args: readonly string[]) =>
      runFairtrial(['scorers', 'serve', ...args], { cwd: folder });
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [['missing.ts'], /missing\.ts: there is no such file/],
      [['empty.mjs'], /empty\.mjs exports no function score/],
      [['faulty.mjs'], /faulty\.mjs cannot be loaded: /],
      [
        ['judge.mjs'],
        /the name 'judge' is the name of a metric of Fairtrial: choose one with --name/,
      ],
      [['judge.mjs', '--name', 'x', '--secret', 'abc'], /must be whsec_ and the base64 of 24/],
    ];
    for (const [args, said] of refusals) {
      const { code, stdout, stderr } = await serve(...args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, said);
    }
  });
});
