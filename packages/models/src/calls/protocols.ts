import { toHeaderText } from '@fairtrial/contracts';
import type { ChatMessage, ModelCall, WireProtocol } from './model-call.ts';

/** OpenAI-compatible chat completions. */
export const openai: WireProtocol = {
  headers: () => ({}),
  body: ({ model, messages, parameters }) => ({ ...parameters, model, messages }),
};

const MESSAGE_TYPES = { user: 'human', assistant: 'ai' } as const;

/**
 * The protocol of the agent backend, with the fields that most other chat servers read. It has no system message, so
 * the system prompt is prepended to the first user message.
 */
export const agent: WireProtocol = {
  headers: ({ model }) => ({ 'x-model-id': toHeaderText(model) }),
  body({ model, messages, parameters }) {
    const conversation = foldSystemPrompt(messages);
    return {
      ...parameters,
      model,
      prompt: conversation.at(-1)?.content ?? '',
      messages: conversation.map(({ role, content }) => ({
        type: MESSAGE_TYPES[role],
        role,
        content,
      })),
    };
  },
};

type Spoken = ChatMessage & { readonly role: 'user' | 'assistant' };

function foldSystemPrompt(messages: readonly ChatMessage[]): readonly Spoken[] {
  const prompt = messages.find((message) => message.role === 'system')?.content;
  const spoken = messages.filter((message): message is Spoken => message.role !== 'system');
  const [first, ...rest] = spoken;
  if (prompt === undefined || first === undefined) return spoken;
  return [{ ...first, content: `${prompt}\n\n${first.content}` }, ...rest];
}

const SPEAKERS = { system: '', user: 'User: ', assistant: 'Assistant: ' } as const;

/** Sends a single text: one message verbatim, a conversation as a transcript. */
export const prompt: WireProtocol = {
  headers: () => ({}),
  body: ({ model, messages, parameters }) => ({
    ...parameters,
    model,
    prompt: toTranscript(messages),
  }),
};

/** Returns one message verbatim, and a conversation with the names of its speakers. */
export function toTranscript(messages: readonly ChatMessage[]): string {
  const [only, second] = messages;
  if (only !== undefined && second === undefined) return only.content;
  const lines = messages.map(({ role, content }) => SPEAKERS[role] + content);
  return `${lines.join('\n')}\nAssistant:`;
}

/** OpenAI's Responses API, with the whole conversation in each request. */
export const responses: WireProtocol = {
  headers: () => ({}),
  body: (call) => ({ ...toBody(call, spokenOf(call.messages)), store: false }),
};

/**
 * OpenAI's Responses API, which stores each response: a request continues the one before it, and has only the last user
 * message. The system prompt is sent each time, because the API does not carry it over.
 */
export const storedResponses: WireProtocol = {
  headers: () => ({}),
  body(call) {
    const spoken = spokenOf(call.messages);
    if (call.session === undefined) return { ...toBody(call, spoken), store: true };
    const body = toBody(call, spoken.slice(-1));
    return { ...body, previous_response_id: call.session, store: true };
  },
};

function spokenOf(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.filter(({ role }) => role !== 'system');
}

type Parameters = Readonly<Record<string, unknown>>;

function toBody(
  { model, messages, parameters }: ModelCall,
  input: readonly ChatMessage[],
): Parameters {
  const prompts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const instructions = prompts.length > 0 ? { instructions: prompts.join('\n\n') } : {};
  return { ...toParameters(parameters), model, ...instructions, input };
}

/** Renames the parameters of chat completions, so that a run means the same with both protocols. */
function toParameters(parameters: Parameters): Parameters {
  const {
    max_tokens,
    max_completion_tokens,
    response_format,
    reasoning_effort: effort,
    verbosity,
    functions,
    function_call,
    tools = toTools(functions),
    tool_choice = toChoice(function_call),
    n: _n, // the Responses API gives one answer
    ...others
  } = parameters;
  const text = withoutAbsent({ format: withInner(response_format, 'json_schema'), verbosity });
  const reasoning = withoutAbsent({ effort });
  const renamed = {
    max_output_tokens: max_completion_tokens ?? max_tokens,
    text: Object.keys(text).length > 0 ? text : undefined,
    reasoning: Object.keys(reasoning).length > 0 ? reasoning : undefined,
    tools: Array.isArray(tools) ? tools.map(toTool) : tools,
    tool_choice: withInner(tool_choice, 'function'),
  };
  return { ...withoutAbsent(renamed), ...others };
}

/** Tools of chat completions are not strict unless they say so; those of the Responses API are. */
function toTool(tool: unknown): unknown {
  const flat = withInner(tool, 'function');
  return flat === tool ? tool : { strict: false, ...(flat as Parameters) };
}

/** The earlier form of `tools`. */
function toTools(functions: unknown): unknown {
  if (!Array.isArray(functions)) return undefined;
  return functions.map((one: unknown) => ({ type: 'function', function: one }));
}

/** The earlier form of `tool_choice`: a word, or an object with a name. */
function toChoice(choice: unknown): unknown {
  return typeof choice === 'object' && choice !== null ? { type: 'function', ...choice } : choice;
}

function withoutAbsent(fields: Parameters): Parameters {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Chat completions nest what the Responses API has in the object itself: `{type, function: {name}}`. */
function withInner(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { [key]: inner, ...outer } = value as Record<string, unknown>;
  return typeof inner === 'object' && inner !== null ? { ...outer, ...inner } : value;
}
