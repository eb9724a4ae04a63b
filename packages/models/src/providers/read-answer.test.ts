import type { EgressResponse } from '@assay/egress';
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { readAnswer } from './read-answer.ts';

function answer(type: string, body: string): EgressResponse {
  return {
    status: 200,
    headers: { 'content-type': type },
    text: () => Promise.resolve(body),
    body: Readable.from([Buffer.from(body)]),
    discard: () => undefined,
  };
}

async function readAll(response: EgressResponse): Promise<void> {
  for await (const event of readAnswer(response)) assert.ok(event);
}

it('an answer of a provider that is nested too deep to be walked is a bad answer, streamed or whole', async () => {
  const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
  const message = { role: 'assistant', content: 'Hi' };
  const choice = JSON.stringify({ index: 0, message, delta: message, logprobs: { a: 'DEEP' } });
  const body = `{"choices":[${choice.replace('"DEEP"', deep)}]}`;
  const answers = [
    answer('application/json', body),
    answer('text/event-stream', `data: ${body}\n\ndata: [DONE]\n\n`),
  ];
  for (const response of answers) {
    await assert.rejects(readAll(response), /nested too deep/);
  }
});
