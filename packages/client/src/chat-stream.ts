import type { AgentResponseMessage, Body, Problem } from '@fairtrial/contracts';
import { fromProblem } from './api-error.ts';
import type { Sender } from './create-sender.ts';
import { readStream } from './read-stream.ts';
import { toRequest, type CallOptions } from './request.ts';

export interface ChatOptions extends CallOptions {
  /** UUID of a fine-tuned model, or <provider>/<model> of a hub model. */
  readonly modelId: string;
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

/** Yields the answer of the agent as it is written. */
export async function* streamChat(
  sender: Sender,
  body: Body<'POST /'>,
  { modelId, signal }: ChatOptions,
): AsyncGenerator<AgentStreamEvent> {
  const headers = { 'x-model-id': modelId, accept: 'text/event-stream' };
  const response = await sender.open(toRequest('POST /', { body, headers, signal }));
  try {
    for await (const { data } of readStream(response)) {
      if (data === '[DONE]') return;
      const event = JSON.parse(data) as AgentStreamEvent | { readonly error: Problem };
      if ('error' in event) throw fromProblem(event.error);
      yield event;
    }
  } catch (thrown) {
    signal?.throwIfAborted();
    throw thrown;
  }
}
