import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { Server } from '../server.ts';
import { exampleServer, READ } from '../testing/example-server.ts';
import { limitProject } from './limit-project.ts';

const KEYS = ['alpha;name=a;project=one', 'gamma;name=g;project=one', 'beta;name=b;project=two'];
const LONG_MS = 60_000;

interface Searches {
  readonly server: Server;
  /** Searches in progress: now, and at most so far. */
  readonly counts: { now: number; most: number };
  /** Lets every search finish from now on. */
  readonly release: () => void;
}

async function searchServer(waitMs: number): Promise<Searches> {
  const server = await exampleServer(KEYS, { requestsPerMinute: 10_000, requestsInAll: 1000 });
  const gate = Promise.withResolvers<void>();
  const counts = { now: 0, most: 0 };
  const preHandler = limitProject({ what: 'searches', atOnce: 2, waitMs });
  server.get('/search', { ...READ, preHandler }, async () => {
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    await gate.promise;
    counts.now -= 1;
    return 'found';
  });
  return { server, counts, release: gate.resolve };
}

async function search(server: Server, key: string): Promise<{ status: number; body: string }> {
  const headers = { 'x-api-key': key };
  const { statusCode, body, headers: sent } = await server.inject({ url: '/search', headers });
  if (statusCode === 429) assert.equal(sent['retry-after'], '1');
  return { status: statusCode, body };
}

async function turnsUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the limit per project', () => {
  it('runs two searches at once, queues eight across all keys of the project, and refuses the rest', async () => {
    const { server, counts, release } = await searchServer(LONG_MS);
    let refused = 0;
    const sent = Array.from({ length: 60 }, async (_, n) => {
      const answer = await search(server, n % 2 === 0 ? 'alpha' : 'gamma');
      if (answer.status === 429) refused += 1;
      return answer;
    });
    await turnsUntil(() => refused === 50 && counts.now === 2);
    release();
    const answers = await Promise.all(sent);
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    const refusal = answers.find(({ status }) => status === 429);
    const { code, detail } = Problem.parse(JSON.parse(refusal?.body ?? ''));
    assert.equal(code, 'rate_limited');
    assert.equal(detail, 'this project has 2 searches in progress already; try again in a moment');
    assert.equal(counts.most, 2);
    await server.close();
  });

  it('does not delay the searches of another project', async () => {
    const { server, counts, release } = await searchServer(LONG_MS);
    const first = Array.from({ length: 4 }, () => search(server, 'alpha'));
    await turnsUntil(() => counts.now === 2);
    const other = search(server, 'beta');
    await turnsUntil(() => counts.now === 3);
    release();
    for (const { status } of await Promise.all([...first, other])) assert.equal(status, 200);
    await server.close();
  });

  it('refuses a search that waits too long', async () => {
    const { server, counts, release } = await searchServer(1);
    const first = [search(server, 'alpha'), search(server, 'alpha')];
    await turnsUntil(() => counts.now === 2);
    assert.equal((await search(server, 'alpha')).status, 429);
    release();
    await Promise.all(first);
    assert.equal((await search(server, 'alpha')).status, 200);
    await server.close();
  });

  it('frees the queue slot of a caller that hangs up', async () => {
    const { server, counts, release } = await searchServer(LONG_MS);
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const first = [search(server, 'alpha'), search(server, 'alpha')];
    await turnsUntil(() => counts.now === 2);
    const closed: Promise<unknown>[] = [];
    server.server.on('request', (_, response) => closed.push(once(response, 'close')));
    const sockets = Array.from({ length: 8 }, () =>
      connect(Number(new URL(url).port), '127.0.0.1'),
    );
    for (const socket of sockets) {
      socket.write('GET /search HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: alpha\r\n\r\n');
    }
    await turnsUntil(() => closed.length === 8);
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    const next = Array.from({ length: 8 }, () => search(server, 'alpha'));
    release();
    for (const { status } of await Promise.all([...first, ...next])) assert.equal(status, 200);
    assert.equal(counts.most, 2);
    await server.close();
  });
});
