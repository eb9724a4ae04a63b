import assert from 'node:assert/strict';
import {
  genAiMessages,
  spanId,
  toOtlp,
  traceId,
  type TestSpan,
} from '../../contract/traces/otlp.ts';

/** The message of the conversation `run/0/1`, and of `chat-2`, whose model call failed. */
export const LOST = 'I lost my card, what now?';
export const HOURS = 'When are you open?';

/** One model call of a conversation. */
function chat(no: number, fields: Partial<TestSpan>): TestSpan {
  return { trace: traceId(no), id: spanId(no), at: no, ...fields };
}

const SPANS: readonly TestSpan[] = [
  chat(1, {
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'sim-v2',
      'gen_ai.conversation.id': 'run/0/1',
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.input.messages': genAiMessages([['user', LOST]]),
      'gen_ai.output.messages': genAiMessages([['assistant', 'Block it in the app.']]),
    },
  }),
  chat(2, {
    error: 'the model is overloaded',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'sim-v1',
      'gen_ai.conversation.id': 'chat-2',
      'gen_ai.input.messages': genAiMessages([['user', HOURS]]),
    },
  }),
];

/** Sends two conversations. */
export async function sendConversations(evals: { readonly url: string }): Promise<void> {
  const response = await fetch(`${evals.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toOtlp(SPANS)),
  });
  assert.equal(response.status, 200, await response.text());
}
