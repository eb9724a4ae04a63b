import { LARGE_BODY, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { z } from 'zod';
import { createQuirkModels } from '../quirks/registry.ts';
import type { Simulator } from '../simulator.ts';
import { answerCall, beginCall, unknownModel } from './handle-call.ts';
import { answerQuirk } from './answer-quirk.ts';
import { CompletionRequest, toAsked, toWireAnswer } from '../openai-wire.ts';
import { sendCompletion } from './send-completion.ts';

export function addChatCompletions(server: Server, simulator: Simulator): void {
  const quirk = createQuirkModels(simulator.seed);
  for (const url of ['/v1/chat/completions', '/chat/completions']) {
    server.post(
      url,
      {
        ...NO_HANDLER_TIMEOUT,
        ...LARGE_BODY,
        config: { scope: 'open', answersTurns: true },
        schema: { body: CompletionRequest },
      },
      async (request, reply) => {
        const { body } = request;
        if (!beginCall({ request, reply }, simulator, body.model)) return reply;
        const call = toAsked(body);
        const outcome = quirk(call);
        if (outcome !== undefined) return answerQuirk(reply, body, { outcome, simulator });
        const answer = await answerCall(request, simulator, call);
        if (answer === undefined) return reply.code(404).send(unknownModel(body.model));
        return sendCompletion(reply, body, { answer: toWireAnswer(call, answer), simulator });
      },
    );
  }
}

const EmbeddingsRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
});

/** `POST /v1/embeddings`: texts with similar wording get similar vectors. */
export function addEmbeddings(server: Server, simulator: Simulator): void {
  for (const url of ['/v1/embeddings', '/embeddings']) {
    server.post(
      url,
      {
        ...LARGE_BODY,
        config: { scope: 'open' },
        schema: { body: EmbeddingsRequest },
      },
      async (request, reply) => {
        const { model, input, encoding_format: format } = request.body;
        if (!beginCall({ request, reply }, simulator, model)) return reply;
        const texts = [input].flat();
        const tokens = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
        return reply.send({
          object: 'list',
          model,
          data: texts.map((text, index) => ({
            object: 'embedding',
            index,
            embedding: format === 'base64' ? toBase64(embed(text)) : [...embed(text)],
          })),
          usage: { prompt_tokens: tokens, total_tokens: tokens },
        });
      },
    );
  }
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer).toString('base64');
}

const DIMENSIONS = 256;

/** A unit vector of hashed character trigrams: equal for equal texts, close for similar ones. */
function embed(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const folded = ` ${text.toLowerCase().replaceAll(/\s+/g, ' ').trim()} `;
  for (let at = 0; at + 3 <= folded.length; at += 1) {
    const place = hash(folded.slice(at, at + 3)) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

export function addModels(server: Server, simulator: Simulator): void {
  for (const url of ['/v1/models', '/models']) {
    server.get(
      url,
      {
        config: { scope: 'open' },
      },
      () => ({
        object: 'list',
        data: simulator.models.map((id) => ({
          id,
          object: 'model',
          created: 0,
          owned_by: 'fairtrial',
        })),
      }),
    );
  }
}
