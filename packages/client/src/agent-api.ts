import type {
  AgentRequest,
  AgentResponseMessage,
  Problem,
  StudioModels,
} from '@fairtrial/contracts';
import { toHeaderText } from '@fairtrial/contracts/plain';
import { fromProblem } from './api-error.ts';
import type { ApiRequest, Sender } from './create-sender.ts';
import { readStream } from './read-stream.ts';
import type { CallOptions } from './runs-api.ts';

export type AgentInput = (typeof AgentRequest)['_zod']['input'];

export interface ChatOptions extends CallOptions {
  /** UUID of a fine-tuned model, or <provider>/<model> of a hub model. */
  readonly modelId: string;
  /** Makes retries safe: the same key gets the same response. */
  readonly idempotencyKey?: string | undefined;
}

export type AgentStreamEvent =
  | { readonly status: string }
  | { readonly content: string; readonly reasoning?: string }
  | { readonly reasoning: string }
  | {
      readonly tool_call: {
        readonly id: string;
        readonly name: string;
        readonly arguments: string;
      };
    }
  | {
      readonly tool_result: {
        readonly id: string;
        readonly name: string;
        readonly content: string;
        readonly failed: boolean;
      };
    }
  | { readonly message: AgentResponseMessage };

export interface AgentModel {
  readonly id: string;
  readonly owned_by: string;
  /** Only for fine-tuned models. */
  readonly name?: string;
  /** Only for aliases: the model that the alias refers to. */
  readonly alias_of?: string;
}

export interface AgentApi {
  chat(request: AgentInput, options: ChatOptions): Promise<AgentResponseMessage>;
  /** Like `chat`, but streams the response. */
  stream(
    request: AgentInput,
    options: Omit<ChatOptions, 'idempotencyKey'>,
  ): AsyncGenerator<AgentStreamEvent>;
  /** Maps names of fine-tuned models to UUIDs. */
  studioModels(options?: CallOptions): Promise<StudioModels>;
  /** Aliases, fine-tuned models and hub models. */
  models(options?: CallOptions): Promise<readonly AgentModel[]>;
  model(id: string, options?: CallOptions): Promise<AgentModel>;
  /** The OpenAI-compatible route, for simple requests. Use an OpenAI client for everything else. */
  complete(
    request: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** OpenAI's Responses, for simple requests. Use an OpenAI client for everything else. */
  respond(
    request: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>>;
}

export function createAgentApi(sender: Sender): AgentApi {
  return {
    chat: (body, { modelId, idempotencyKey, signal }) => {
      const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      return sender.json(toChat(body, { 'x-model-id': toHeaderText(modelId), ...key }, signal));
    },
    stream: (body, { modelId, signal }) => {
      const headers = { 'x-model-id': toHeaderText(modelId), accept: 'text/event-stream' };
      return readChat(sender, toChat(body, headers, signal));
    },
    studioModels: ({ signal } = {}) => sender.json({ path: '/studio/models', signal }),
    models: async ({ signal } = {}) => {
      const { data } = await sender.json<{ data: readonly AgentModel[] }>({
        path: '/v1/models',
        signal,
      });
      return data;
    },
    model: (id, { signal } = {}) =>
      sender.json({ path: `/v1/models/${encodeURIComponent(id)}`, signal }),
    complete: (body, { signal } = {}) =>
      sender.json({ method: 'POST', path: '/v1/chat/completions', body, signal }),
    respond: (body, { signal } = {}) =>
      sender.json({ method: 'POST', path: '/v1/responses', body, signal }),
  };
}

function toChat(
  body: AgentInput,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): ApiRequest {
  return { method: 'POST', path: '/', body, headers, signal };
}

async function* readChat(sender: Sender, request: ApiRequest): AsyncGenerator<AgentStreamEvent> {
  const response = await sender.open(request);
  try {
    for await (const { data } of readStream(response)) {
      if (data === '[DONE]') return;
      const event = JSON.parse(data) as AgentStreamEvent | { readonly error: Problem };
      if ('error' in event) throw fromProblem(event.error);
      yield event;
    }
  } catch (thrown) {
    request.signal?.throwIfAborted();
    throw thrown;
  }
}
