import { LARGE_BODY, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ChatMessage, SimReply } from '../models/sim-model.ts';
import { toWireAnswer, type Asked } from '../openai-wire.ts';
import type { Simulator } from '../simulator.ts';
import { answerCall, beginCall, unknownModel } from './handle-call.ts';

const Content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]);
const Item = z.union([
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.looseObject({
    type: z.literal('function_call_output'),
    call_id: z.string(),
    output: z.string(),
  }),
  z.looseObject({ type: z.literal('message').optional(), role: z.string(), content: Content }),
]);

/** The fields of a Responses request that the simulator reads. */
const ResponsesRequest = z.looseObject({
  model: z.string(),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(Item).min(1)]),
  tools: z.array(z.looseObject({ name: z.string() })).nullish(),
  temperature: z.number().nullish(),
  text: z.looseObject({ format: z.looseObject({ schema: z.unknown() }).nullish() }).nullish(),
  store: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  stream: z.literal(false).nullish(),
});
type ResponsesRequest = z.infer<typeof ResponsesRequest>;

/** Enough for any demo or test; above this the oldest is forgotten. */
const MAX_STORED = 10_000;

/** `POST /v1/responses`: the same models as chat completions. Stored responses are kept in memory. */
export function addResponses(server: Server, simulator: Simulator): void {
  /** The conversation up to and including each stored response, without instructions. */
  const stored = new Map<string, readonly ChatMessage[]>();

  function store(id: string, conversation: readonly ChatMessage[]): void {
    const [oldest = ''] = stored.size < MAX_STORED ? [] : stored.keys();
    stored.delete(oldest);
    stored.set(id, conversation);
  }

  for (const url of ['/v1/responses', '/responses']) {
    server.post(
      url,
      {
        ...NO_HANDLER_TIMEOUT,
        ...LARGE_BODY,
        config: { scope: 'open', answersTurns: true },
        schema: { body: ResponsesRequest },
      },
      async (request, reply) => {
        const { body } = request;
        const { model, previous_response_id: previous } = body;
        if (!beginCall({ request, reply }, simulator, model)) return reply;
        const before = previous ? stored.get(previous) : [];
        if (before === undefined) return reply.code(400).send(unknownResponse(previous ?? ''));
        const conversation = [...before, ...toMessages(body.input)];
        const asked = toAsked(body, conversation);
        const answer = await answerCall(request, simulator, asked);
        if (answer === undefined) return reply.code(404).send(unknownModel(model));
        const id = `resp_${randomUUID()}`;
        const { content, toolCalls } = answer;
        // OpenAI stores responses unless the request says otherwise.
        if (body.store !== false) {
          store(id, [...conversation, { role: 'assistant', content, toolCalls }]);
        }
        return reply.send({ id, ...toResponse(body, asked, answer) });
      },
    );
  }
}

function unknownResponse(id: string): object {
  return {
    error: {
      message: `Previous response with id '${id}' not found.`,
      type: 'invalid_request_error',
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    },
  };
}

function toAsked(request: ResponsesRequest, conversation: readonly ChatMessage[]): Asked {
  const { model, instructions, tools, temperature, text } = request;
  const system = instructions ? [{ role: 'system', content: instructions }] : [];
  return {
    model,
    messages: [...system, ...conversation],
    tools: (tools ?? []).map(({ name }) => name),
    schema: text?.format?.schema,
    temperature: temperature ?? undefined,
  };
}

function toMessages(input: ResponsesRequest['input']): readonly ChatMessage[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input.map(toMessage);
}

function toMessage(item: z.infer<typeof Item>): ChatMessage {
  if (item.type === 'function_call') {
    const { call_id: id, name, arguments: args } = item;
    return { role: 'assistant', content: '', toolCalls: [{ id, name, arguments: args }] };
  }
  if (item.type === 'function_call_output') {
    return { role: 'tool', content: item.output, toolCallId: item.call_id };
  }
  const { role, content } = item;
  const text =
    typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
  return { role, content: text };
}

function toResponse(request: ResponsesRequest, asked: Asked, answer: SimReply): object {
  const { usage, labels } = toWireAnswer(asked, answer);
  return {
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model: request.model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    previous_response_id: request.previous_response_id ?? null,
    store: request.store ?? true,
    output: toOutput(answer),
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: request.tools ?? [],
    usage: usage && {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.total_tokens,
    },
    metadata: labels ?? {},
    simulated: true,
  };
}

function toOutput({ content, toolCalls }: SimReply): readonly object[] {
  const status = 'completed';
  if (toolCalls !== undefined) {
    return toolCalls.map(({ id: call_id, ...call }) => ({
      type: 'function_call',
      id: `fc_${randomUUID()}`,
      call_id,
      ...call,
      status,
    }));
  }
  const part = { type: 'output_text', text: content, annotations: [] };
  const id = `msg_${randomUUID()}`;
  return [{ type: 'message', id, role: 'assistant', status, content: [part] }];
}
