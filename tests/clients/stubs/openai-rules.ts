import { textOf, type ChatMessage, type ChatRequest } from './chat-request.ts';

const MAX_TOOLS = 128;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/** Returns the message with which OpenAI answers 400 to this request; `undefined` if the request is valid. */
export function findFault(request: ChatRequest): string | undefined {
  return findToolFault(request) ?? findMessageFault(request.messages) ?? findFormatFault(request);
}

function findToolFault({ tools, tool_choice }: ChatRequest): string | undefined {
  if (tools === undefined) {
    return tool_choice === undefined
      ? undefined
      : "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";
  }
  if (tools.length === 0)
    return "Invalid 'tools': empty array. Expected an array with minimum length 1.";
  if (tools.length > MAX_TOOLS) {
    return `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`;
  }
  const names = tools.map((tool) => tool.function.name);
  const bad = names.findIndex((name) => !TOOL_NAME.test(name));
  if (bad !== -1) {
    return `Invalid 'tools[${bad}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  }
  return new Set(names).size === names.length ? undefined : 'Tool names must be unique.';
}

function findMessageFault(messages: readonly ChatMessage[]): string | undefined {
  let waiting: readonly string[] = [];
  for (const [at, message] of messages.entries()) {
    const { role, tool_calls: calls = [], tool_call_id: answered = '' } = message;
    if (!ROLES.has(role)) {
      return `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'tool', and 'developer'. (messages[${at}].role)`;
    }
    if (role === 'tool') {
      if (!waiting.includes(answered)) {
        return `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'. (messages[${at}])`;
      }
      waiting = waiting.filter((id) => id !== answered);
      continue;
    }
    if (waiting.length > 0) break;
    if (role === 'assistant' && calls.length === 0 && textOf(message) === '') {
      return `Invalid value for 'content': an assistant message without tool calls needs content. (messages[${at}])`;
    }
    waiting = calls.map(({ id }) => id);
  }
  if (waiting.length === 0) return undefined;
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${waiting.join(', ')}`;
}

function findFormatFault({ response_format: format }: ChatRequest): string | undefined {
  if (format?.type !== 'json_schema' || format.json_schema?.strict !== true) return undefined;
  const { schema } = format.json_schema;
  const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false;
  return isClosed
    ? undefined
    : "Invalid schema for response_format: 'additionalProperties' is required to be supplied and to be false.";
}
