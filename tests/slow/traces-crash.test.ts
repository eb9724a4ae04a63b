import { Conversation, ConversationList } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { genAiMessages, spanId, toOtlp, traceId, type TestSpan } from '../contract/traces/otlp.ts';

/** `TRACE_SPANS=50000` for a longer test. */
const SPANS = Number(process.env['TRACE_SPANS'] ?? 5000);
const CALLS = 10;
const BATCH = 50;
const SENDERS = 6;

/** Call `no` of all: each conversation has ten, in two traces, with the whole history. */
function spanOf(no: number): TestSpan {
  const conversation = Math.floor(no / CALLS);
  const turn = no % CALLS;
  const said = Array.from({ length: turn * 2 + 1 }, (_, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant';
    return [role, `${role} ${conversation} ${Math.floor(at / 2)}`] as const;
  });
  return {
    trace: traceId(conversation * 2 + (turn % 2) + 1),
    id: spanId(no + 1),
    at: turn,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': `c${conversation}`,
      'gen_ai.usage.output_tokens': 1,
      'gen_ai.input.messages': genAiMessages(said),
      'gen_ai.output.messages': genAiMessages([['assistant', `assistant ${conversation} ${turn}`]]),
    },
  };
}

it('every span that was answered 200 is stored once, and conversations are whole, although a process is killed', async () => {
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url, REQUESTS_PER_MINUTE: '1000000' };
  await using first = await startService('evals', env);
  await using second = await startService('evals', env);
  await using third = await startService('evals', env);
  const services = [first, second, third];
  // Consecutive batches hold spans of the same conversations, so that senders meet.
  const batches = Array.from({ length: SPANS / BATCH }, (_, at) =>
    Array.from({ length: BATCH }, (__, no) => (at * BATCH + no * 7) % SPANS),
  );
  const all = [
    ...batches,
    ...Array.from({ length: SPANS / BATCH }, (_, at) =>
      Array.from({ length: BATCH }, (__, no) => at * BATCH + no),
    ),
  ];
  let next = 0;
  let refused = 0;
  const answered = new Set<number>();

  async function post(batch: readonly number[], url: string): Promise<boolean> {
    const body = JSON.stringify(toOtlp(batch.map(spanOf)));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (response?.status !== 200) return false;
    assert.deepEqual(await response.json(), {});
    for (const no of batch) answered.add(no);
    return true;
  }

  async function sendAll(sender: number): Promise<void> {
    for (let at = next++; at < all.length; at = next++) {
      if (at === Math.floor(all.length / 3)) third.process.kill('SIGKILL');
      for (let attempt = 0; ; attempt += 1) {
        const service = services[(sender + at + attempt) % services.length];
        if (await post(all[at] ?? [], service?.url ?? '')) break;
        refused += 1;
        assert.ok(attempt < 20, 'a batch was never accepted');
      }
    }
  }

  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => sendAll(sender)));
  assert.equal(answered.size, SPANS);
  assert.ok(refused > 0, 'the killed process refused something');
  const ids = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = ConversationList.parse(
      await (await fetch(`${first.url}/conversations?limit=200${query}`)).json(),
    );
    for (const { id, turns, output_tokens: tokens } of page.conversations) {
      assert.deepEqual([turns, tokens, ids.has(id)], [CALLS, CALLS, false], id);
      ids.add(id);
    }
    cursor = page.next_cursor;
  }
  assert.equal(ids.size, SPANS / CALLS);
  const whole = Conversation.parse(await (await fetch(`${second.url}/conversations/c0`)).json());
  assert.equal(whole.messages.length, CALLS * 2);
});
