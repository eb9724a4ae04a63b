import { createClient } from '@fairtrial/client';
import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { startService } from '../../support/services/start-service.ts';
import { genAiMessages, spanId, toOtlp, traceId } from './otlp.ts';

const TEXT = 'ann@example.com asks about order-17';

function send(url: string, no: number): Promise<Response> {
  const span = {
    trace: traceId(no),
    id: spanId(no),
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': `c${no}`,
      'gen_ai.input.messages': genAiMessages([['user', TEXT]]),
    },
  };
  return fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toOtlp([span])),
  });
}

async function storedText(env: Readonly<Record<string, string>>): Promise<string | undefined> {
  await using evals = await startService('evals', env);
  assert.equal((await send(evals.url, 1)).status, 200);
  const client = createClient({ baseUrl: evals.url });
  const { messages } = await client.request('GET /conversations/:id', { id: 'c1' });
  return messages[0]?.text;
}

describe('settings of received traces', () => {
  it('TRACE_REDACTION=off stores texts as they are', async () => {
    assert.equal(await storedText({ TRACE_REDACTION: 'off' }), TEXT);
  });

  it('TRACE_REDACT_PATTERNS are redacted in addition to the built-in rules', async () => {
    const text = await storedText({ TRACE_REDACT_PATTERNS: String.raw`["order-\\d+"]` });
    assert.match(text ?? '', /^\[email 1\] asks about \[[a-z -]+ 1\]$/);
  });

  it('a project that sends more requests than are handled at once gets 429 with Retry-After, and the others are stored', async () => {
    await using database = await freshDatabase();
    await using evals = await startService('evals', { DATABASE_URL: database.url });
    assert.equal((await send(evals.url, 1)).status, 200);
    const blocker = new pg.Client(database.url);
    await blocker.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table span in access exclusive mode');
      // Four are handled, sixteen wait.
      const sent = Array.from({ length: 21 }, (_, no) => send(evals.url, no + 2));
      const refused = await Promise.any(
        sent.map(async (answer) => {
          const response = await answer;
          assert.equal(response.status, 429);
          return response;
        }),
      );
      assert.equal(refused.headers.get('retry-after'), '1');
      assert.match(Problem.parse(await refused.json()).detail ?? '', /4 requests with traces/);
      await blocker.query('commit');
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      assert.ok(statuses.filter((status) => status === 200).length >= 4, statuses.join(' '));
    } finally {
      await blocker.end();
    }
  });
});
