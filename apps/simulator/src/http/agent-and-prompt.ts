import { LARGE_BODY, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Simulator } from '../simulator.ts';
import { answerCall, beginCall, header, unknownModel } from './handle-call.ts';

const ROLES: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant' };

const AgentShape = z.looseObject({
  model: z.string().optional(),
  messages: z.array(z.looseObject({ type: z.string(), content: z.string() })).min(1),
});

/** `POST /` with the protocol of the agent backend. */
export function addAgentShape(server: Server, simulator: Simulator): void {
  server.post(
    '/',
    {
      ...NO_HANDLER_TIMEOUT,
      ...LARGE_BODY,
      config: { scope: 'open', answersTurns: true },
      schema: { body: AgentShape },
    },
    async (request, reply) => {
      const { body } = request;
      const model = header(request, 'x-model-id') ?? body.model ?? '';
      if (!beginCall({ request, reply }, simulator, model)) return reply;
      const messages = body.messages.map(({ type, content }) => ({
        role: ROLES[type] ?? type,
        content,
      }));
      const answer = await answerCall(request, simulator, { model, messages });
      if (answer === undefined) return reply.code(404).send(unknownModel(model));
      const { content, labels } = answer;
      return reply.send({ type: 'ai', id: randomUUID(), content, metadata: labels ?? null });
    },
  );
}

const PromptShape = z.looseObject({ model: z.string(), prompt: z.string() });

/** `POST /prompt`: takes one text and returns one text. */
export function addPromptShape(server: Server, simulator: Simulator): void {
  server.post(
    '/prompt',
    {
      ...NO_HANDLER_TIMEOUT,
      ...LARGE_BODY,
      config: { scope: 'open', answersTurns: true },
      schema: { body: PromptShape },
    },
    async (request, reply) => {
      const { model, prompt } = request.body;
      if (!beginCall({ request, reply }, simulator, model)) return reply;
      const messages = [{ role: 'user', content: lastUserPart(prompt) }];
      const answer = await answerCall(request, simulator, { model, messages });
      if (answer === undefined) return reply.code(404).send(unknownModel(model));
      return reply.send({ response: answer.content });
    },
  );
}

/** A conversation arrives as a transcript; only the last user message counts. */
function lastUserPart(prompt: string): string {
  const at = prompt.lastIndexOf('User: ');
  if (at === -1) return prompt;
  return prompt
    .slice(at + 'User: '.length)
    .replace(/\nAssistant:\s*$/, '')
    .trim();
}
