import { noCredentials } from '@fairtrial/egress';
import { createEmbedder, type Embedded } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openModelAccess } from '../../support/stubs/start-stub-model.ts';
import { sendJson, startStub, type Respond } from '../../support/stubs/start-stub.ts';

const { signal } = new AbortController();

describe('an embedder', () => {
  const reach = openModelAccess();
  after(() => reach[Symbol.asyncDispose]());

  async function embed(
    respond: Respond,
    texts = ['a', 'b'],
  ): Promise<{
    readonly answer: Embedded;
    readonly paths: readonly string[];
    readonly body: unknown;
  }> {
    await using stub = await startStub(respond);
    const ask = createEmbedder({
      egress: reach.egress,
      credentials: noCredentials,
      baseUrl: stub.url,
      model: 'm',
      deadlineMs: 20_000,
    });
    const answer = await ask(texts, signal);
    const { requests } = stub;
    return { answer, paths: requests.map(({ path }) => path), body: requests.at(-1)?.body };
  }

  it('returns one vector per text, in order, with or without /v1 and as numbers or bytes', async () => {
    const bytes = Buffer.from(Float32Array.from([3, 4]).buffer).toString('base64');
    const { answer, paths, body } = await embed(({ path }, response) => {
      if (!path.startsWith('/v1')) return sendJson(response, {}, 404);
      const data = [
        { index: 1, embedding: bytes },
        { index: 0, embedding: [1, 2] },
      ];
      return sendJson(response, { data });
    });
    assert.ok(answer.state === 'embedded');
    assert.deepEqual(
      answer.vectors.map((vector) => [...vector]),
      [
        [1, 2],
        [3, 4],
      ],
    );
    assert.deepEqual(paths, ['/embeddings', '/v1/embeddings']);
    assert.deepEqual(body, { model: 'm', input: ['a', 'b'] });
  });

  it('retries transient errors only', async () => {
    let calls = 0;
    const busy = await embed((_, response) => {
      calls += 1;
      if (calls === 1) return sendJson(response, {}, 503);
      return sendJson(response, { data: [{ embedding: [1] }, { embedding: [2] }] });
    });
    assert.deepEqual([busy.answer.state, busy.paths.length], ['embedded', 2]);
    const refused = await embed((_, response) => sendJson(response, {}, 401));
    assert.ok(refused.answer.state === 'failed');
    assert.deepEqual([refused.answer.kind, refused.paths.length], ['auth', 1]);
  });

  it('fails on an invalid answer: too few vectors, several sizes, no JSON, no numbers', async () => {
    const bad: readonly Respond[] = [
      (_, response) => sendJson(response, { data: [{ embedding: [1] }] }),
      (_, response) => sendJson(response, { data: [{ embedding: [1] }, { embedding: [1, 2] }] }),
      (_, response) => sendJson(response, { data: [{ embedding: [] }, { embedding: ['x'] }] }),
      (_, response) => response.end('<html>'),
      (_, response) => sendJson(response, []),
    ];
    for (const respond of bad) {
      const { answer } = await embed(respond);
      assert.ok(answer.state === 'failed');
      assert.equal(answer.kind, 'bad_response');
    }
  });
});
