import type { Server } from '@assay/server';
import { Readable } from 'node:stream';
import type { Simulator } from '../simulator.ts';
import { answerCall } from './answer-call.ts';
import { beginCall } from './begin-call.ts';
import { CompletionRequest, toAsked, toCompletion } from './openai-wire.ts';
import { streamCompletion } from './stream-completion.ts';

export function addChatCompletions(server: Server, simulator: Simulator): void {
  for (const url of ['/v1/chat/completions', '/chat/completions']) {
    server.post(
      url,
      {
        config: { scope: 'open' },
        schema: { tags: ['simulator'], summary: 'Chat completion', body: CompletionRequest },
      },
      async (request, reply) => {
        const { body } = request;
        if (!beginCall({ request, reply }, simulator, body.model)) return reply;
        const call = toAsked(body);
        const answer = await answerCall(request, simulator, call);
        if (answer === undefined) return reply.code(404).send(unknownModel(body.model));
        if (body.stream !== true) return reply.send(toCompletion(call, answer));
        const includeUsage = body.stream_options?.include_usage === true;
        return reply
          .type('text/event-stream; charset=utf-8')
          .send(Readable.from(streamCompletion(call, answer, includeUsage)));
      },
    );
  }
}

export function unknownModel(model: string): object {
  return {
    error: {
      message: `The model '${model}' does not exist; GET /v1/models lists those that do.`,
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  };
}
