import type { ResponseRequest } from '@fairtrial/contracts';
import { readUsage } from '@fairtrial/models';
import type { ServerEvent } from '@fairtrial/server';
import type { AgentAnswer, AgentEvent } from '../../loop/agent-event.ts';
import { toOpenaiError } from '../openai-error.ts';
import type { Shape } from '../send-run.ts';
import { encodeKeptFields } from './kept-fields.ts';
import { createOutputItems, newId, type OutputItems } from './output-items.ts';
import type { ResponseEvent } from './text-parts.ts';

/** A response that is built from the events of the agent. Calls of the agent's own tools are left out of it. */
export function createResponse(request: ResponseRequest): Shape {
  const items = createOutputItems();
  let frame: object = { ...frameOf(request), model: request.model };
  let events = 0;

  const toResponse = (fields: object): object => ({ ...frame, ...fields, output: items.list() });

  function toServerEvent({ type, ...fields }: ResponseEvent): ServerEvent {
    const sequence_number = events;
    events += 1;
    return { event: type, data: { type, sequence_number, ...structuredClone(fields) } };
  }

  async function* build(
    source: AsyncIterable<AgentEvent>,
    onModel: (asked: string) => void,
  ): AsyncGenerator<ResponseEvent, AgentAnswer | undefined> {
    let hasBegun = false;
    for await (const event of source) {
      if (event.type === 'round-begun') {
        frame = { ...frame, model: event.model };
        if (hasBegun) continue;
        hasBegun = true;
        onModel(event.asked);
        yield { type: 'response.created', response: toResponse(IN_PROGRESS) };
        yield { type: 'response.in_progress', response: toResponse(IN_PROGRESS) };
      }
      if (event.type === 'text-received') yield* addPiece(items, event);
      if (event.type !== 'agent-finished') continue;
      const { answer } = event;
      const ended = toEnding(answer);
      yield* addCalls(items, answer);
      yield* items.finish(ended.status);
      frame = { ...frame, model: answer.spoken.model ?? answer.model };
      yield { type: `response.${ended.status}`, response: toResponse(ended) };
      return answer;
    }
    return undefined;
  }

  return {
    async *stream(source, onModel) {
      for await (const event of build(source, onModel)) yield toServerEvent(event);
    },
    fail(thrown) {
      const { error } = toOpenaiError(thrown);
      const failed = { status: 'failed', error: { code: error.code, message: error.message } };
      return [
        { type: 'error', error },
        { type: 'response.failed', response: toResponse({ ...IN_PROGRESS, ...failed }) },
      ].map(toServerEvent);
    },
    async whole(source) {
      const steps = build(source, () => undefined);
      for (let last: unknown; ;) {
        const { done, value } = await steps.next();
        if (done !== true) last = value['response'];
        else if (value !== undefined) return { body: last as object, answer: value };
        else throw new Error('the agent ended without an answer');
      }
    },
  };
}

const IN_PROGRESS = { status: 'in_progress', incomplete_details: null, error: null, usage: null };

/** Fields of every response to the request. */
function frameOf(request: ResponseRequest): object {
  const {
    instructions = null,
    max_output_tokens = null,
    temperature = null,
    top_p = null,
  } = request;
  return {
    id: newId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    background: false,
    instructions,
    max_output_tokens,
    metadata: request.metadata ?? {},
    previous_response_id: null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
    store: false,
    temperature,
    text: { ...request.text, format: request.text?.format ?? { type: 'text' } },
    ...aboutTools(request),
    top_p,
    truncation: 'disabled',
  };
}

function aboutTools({ tools, tool_choice, parallel_tool_calls }: ResponseRequest): object {
  return {
    parallel_tool_calls: parallel_tool_calls ?? true,
    tool_choice: tool_choice ?? 'auto',
    tools: (tools ?? []).map(({ parameters = null, strict = null, ...tool }) => ({
      ...tool,
      parameters,
      strict,
    })),
  };
}

type Piece = Extract<AgentEvent, { type: 'text-received' }>;

/** Providers use two names for reasoning text. */
function* addPiece(items: OutputItems, { text, fields }: Piece): Generator<ResponseEvent> {
  const reasoning = fields?.['reasoning_content'] ?? fields?.['reasoning'] ?? '';
  if (reasoning !== '') yield* items.add('reasoning', reasoning);
  if (text !== '') yield* items.add('text', text);
  const refusal = fields?.['refusal'] ?? '';
  if (refusal !== '') yield* items.add('refusal', refusal);
}

function* addCalls(items: OutputItems, { completion }: AgentAnswer): Generator<ResponseEvent> {
  const [{ message }] = completion.choices;
  if (message.tool_calls.length === 0) return;
  yield* items.addCalls(message.tool_calls, encodeKeptFields(message));
}

const INCOMPLETE: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

interface Ending {
  readonly status: 'completed' | 'incomplete';
  readonly [field: string]: unknown;
}

function toEnding(answer: AgentAnswer): Ending {
  const { spoken, usage } = answer;
  const reason = INCOMPLETE[spoken.choices[0].finish_reason];
  return {
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    error: null,
    usage: {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: {
        cached_tokens: countOf(usage.prompt_tokens_details?.['cached_tokens']),
        cache_write_tokens: readUsage(usage)?.cache_write_tokens ?? 0,
      },
      output_tokens: usage.completion_tokens,
      output_tokens_details: {
        reasoning_tokens: countOf(usage.completion_tokens_details?.['reasoning_tokens']),
      },
      total_tokens: usage.total_tokens,
    },
  };
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
