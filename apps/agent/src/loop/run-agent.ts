import { AppError, type AgentMessage, type AgentResponseMessage } from '@assay/contracts';
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { createAgent, createMiddleware } from 'langchain';
import { z } from 'zod';
import { chooseModel } from './choose-model.ts';
import { HubChatModel } from './hub-chat-model.ts';
import type { JobsChatModel } from './jobs-chat-model.ts';
import type { Providers } from './provider.ts';
import type { ModelRoute } from './route-model.ts';
import { toProviderError } from './to-app-error.ts';
import { traceAgent } from './trace-agent.ts';
import { toLangchain } from './to-langchain.ts';
import { toResponseMessage } from './to-response-message.ts';

export type AgentEvent =
  | { readonly type: 'text-received'; readonly text: string }
  | { readonly type: 'agent-finished'; readonly message: AgentResponseMessage };

interface AgentRun {
  readonly route: ModelRoute;
  readonly messages: readonly AgentMessage[];
  /** Whether text is wanted as it comes. */
  readonly stream: boolean;
  readonly signal: AbortSignal;
}

/** Throws at once where no provider is configured; the last event carries the message. */
export type RunAgent = (run: AgentRun) => AsyncIterable<AgentEvent>;

type ChatModel = HubChatModel | JobsChatModel;

const contextSchema = z.object({ model: z.custom<ChatModel>() });

/** One agent for all requests; each brings its own model along. */
export function createAgentLoop(providers: Providers): RunAgent {
  const requestModel = createMiddleware({
    name: 'RequestModel',
    contextSchema,
    wrapModelCall: (request, next) => next({ ...request, model: request.runtime.context.model }),
  });
  const agent = createAgent({
    model: new HubChatModel({ model: 'chosen per request', apiKey: 'none' }),
    tools: [],
    contextSchema,
    middleware: [requestModel],
  });

  return (run) => {
    const model = chooseModel(providers, run.route);
    const input = { messages: toLangchain(run.messages) };
    const config = { context: { model }, signal: run.signal };

    async function* play(): AsyncGenerator<AgentEvent> {
      let last: BaseMessage | undefined;
      if (run.stream) {
        const events = await agent.stream(input, { ...config, streamMode: ['messages', 'values'] });
        for await (const [mode, data] of events) {
          if (mode === 'values') last = data.messages.at(-1);
          else if (AIMessageChunk.isInstance(data[0]) && data[0].text !== '') {
            yield { type: 'text-received', text: data[0].text };
          }
        }
      } else {
        last = (await agent.invoke(input, config)).messages.at(-1);
      }
      const completion = model.lastCompletion;
      if (!AIMessage.isInstance(last) || completion === undefined) {
        throw new AppError('provider_error', 'the agent ended without an answer of the model');
      }
      const message = toResponseMessage(last, completion, run.route.model);
      yield { type: 'agent-finished', message };
    }
    return traceAgent(run.route.model, namedFaults(play()));
  };
}

/** The message an agent ends with. */
export async function lastMessage(
  events: AsyncIterable<AgentEvent>,
): Promise<AgentResponseMessage> {
  for await (const event of events) {
    if (event.type === 'agent-finished') return event.message;
  }
  throw new AppError('internal', 'the agent ended without a message');
}

async function* namedFaults(events: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  try {
    yield* events;
  } catch (thrown) {
    throw toProviderError(thrown);
  }
}
