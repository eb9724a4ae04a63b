import type { ChatTool } from '@fairtrial/models';
import type { ResponseRequest } from '@fairtrial/contracts';
import type { AskedRun } from '../send-run.ts';
import { toConversation } from './to-conversation.ts';

/** Converts a Responses request to a run of the agent, with the parameters of chat completions. */
export function toRun(request: ResponseRequest): AskedRun {
  return {
    messages: toConversation(request),
    parameters: toParameters(request),
    callerTools: (request.tools ?? []).map(toTool),
    stream: request.stream === true,
  };
}

function toParameters(request: ResponseRequest): Readonly<Record<string, unknown>> {
  const {
    model: _model,
    input: _input,
    instructions: _instructions,
    tools: _tools,
    tool_choice,
    max_output_tokens: max_tokens,
    text,
    reasoning,
    metadata: _metadata,
    stream: _stream,
    stream_options: _options,
    include: _include,
    truncation: _truncation,
    store: _store,
    background: _background,
    previous_response_id: _previous,
    conversation: _conversation,
    prompt: _prompt,
    max_tool_calls: _calls,
    ...others
  } = request;
  const parameters = {
    ...others,
    max_tokens,
    tool_choice: toToolChoice(tool_choice),
    response_format: toResponseFormat(text?.format),
    verbosity: text?.verbosity,
    reasoning_effort: reasoning?.effort,
  };
  const given = Object.entries(parameters).filter(([, value]) => (value ?? null) !== null);
  return Object.fromEntries(given);
}

function toToolChoice(choice: ResponseRequest['tool_choice']): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  return { type: 'function', function: { name: choice.name } };
}

function toResponseFormat(format: NonNullable<ResponseRequest['text']>['format']): unknown {
  if (format?.type !== 'json_schema') {
    return format?.type === 'json_object' ? { type: 'json_object' } : undefined;
  }
  const { name, schema, description, strict } = format;
  const json_schema = {
    name,
    schema,
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
  return { type: 'json_schema', json_schema };
}

function toTool(tool: NonNullable<ResponseRequest['tools']>[number]): ChatTool {
  const { name, description, parameters, strict } = tool;
  return {
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
}
