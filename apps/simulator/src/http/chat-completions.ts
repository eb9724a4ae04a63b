import { LARGE_BODY, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { createQuirkModels } from '../quirks/quirk-models.ts';
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
