import assert from 'node:assert/strict';
import type { ScorerTurn } from '@fairtrial/contracts';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { scoreTurns, verifyWebhook } from './start-scorer.ts';

const TURN = { conversation: [], reply: '', reference: null, metadata: {}, tool_calls: [] };

async function run(values: readonly (() => unknown)[]) {
  const turns: ScorerTurn[] = values.map((_, at) => ({ ...TURN, id: String(at) }));
  const problems: string[] = [];
  const score = ({ id }: ScorerTurn): unknown => values[Number(id)]?.();
  return { scores: await scoreTurns(score, turns, (one) => problems.push(one)), problems };
}

describe('scoreTurns', () => {
  it('accepts a number, null, an object, and promises of them', async () => {
    const { scores, problems } = await run([
      () => 1,
      () => null,
      () => ({ score: 0.5, reason: 'half', details: [1] }),
      () => Promise.resolve({ score: 0 }),
    ]);
    assert.deepEqual(JSON.parse(JSON.stringify(scores)), [
      { id: '0', score: 1 },
      { id: '1', score: null },
      { id: '2', score: 0.5, reason: 'half', details: [1] },
      { id: '3', score: 0 },
    ]);
    assert.deepEqual(problems, []);
  });

  it('leaves out and reports turns whose score throws or is no score', async () => {
    const bad = [() => 2, () => NaN, () => undefined, () => '1', () => ({}), () => -0.1];
    const broken = () => {
      throw new Error('no dictionary');
    };
    const { scores, problems } = await run([...bad, broken, () => 1]);
    assert.deepEqual(scores, [{ id: '7', score: 1 }]);
    assert.equal(problems.length, 7);
    assert.ok(problems.includes('turn 0: score returned neither null nor a number from 0 to 1'));
    assert.ok(problems.includes('turn 6: no dictionary'));
  });
});

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const NOW = new Date('2026-01-02T03:04:05Z');

function sign(body: string, at = NOW) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
  };
}

describe('verifyWebhook', () => {
  it('accepts what the library of Standard Webhooks signs', () => {
    const headers = sign('{"turns":[]}');
    assert.ok(verifyWebhook(SECRET, { headers, body: '{"turns":[]}', now: NOW }));
    const rotated = { ...headers, 'webhook-signature': `v1,old ${headers['webhook-signature']}` };
    assert.ok(verifyWebhook(SECRET, { headers: rotated, body: '{"turns":[]}', now: NOW }));
  });

  it('refuses other bodies, other secrets, old messages and missing headers', () => {
    const headers = sign('x');
    const other = `whsec_${Buffer.alloc(32, 4).toString('base64')}`;
    const late = new Date(NOW.getTime() + 301_000);
    assert.ok(!verifyWebhook(SECRET, { headers, body: 'y', now: NOW }));
    assert.ok(!verifyWebhook(other, { headers, body: 'x', now: NOW }));
    assert.ok(!verifyWebhook(SECRET, { headers, body: 'x', now: late }));
    for (const name of Object.keys(headers)) {
      const partial = { ...headers, [name]: undefined };
      assert.ok(!verifyWebhook(SECRET, { headers: partial, body: 'x', now: NOW }), name);
    }
  });
});
