import { refuse, answerWith, type Quirk, type QuirkCall, type QuirkOutcome } from './quirk.ts';
import { toolCall } from '../models/tool-calls.ts';

const TOOL_CALL_ID = /^[a-zA-Z0-9]{9}$/;

/** Rejects a tool message that answers no call, a call without an answer, and ids in another format. */
export const strictTools: Quirk = ({ messages, good }) => {
  let open = new Set<string>();
  for (const { role, toolCalls, toolCallId } of messages) {
    if (role === 'tool') {
      if (toolCallId === undefined || !open.delete(toolCallId)) {
        return refuse(400, `a tool message answers no call (${toolCallId ?? 'no tool_call_id'})`);
      }
      continue;
    }
    if (open.size > 0) return refuse(400, 'a tool call was not answered');
    open = new Set(toolCalls?.map(({ id }) => id));
    const malformed = [...open].find((id) => !TOOL_CALL_ID.test(id));
    if (malformed !== undefined)
      return refuse(400, `the id ${malformed} is not nine letters and digits`);
  }
  return { kind: 'answer', answer: good };
};

/** Rejects two user turns in a row, a user turn after a tool turn, and a name on an assistant turn. */
export const strictRoles: Quirk = ({ messages, good }) => {
  let before = '';
  for (const { role, name } of messages) {
    if (role === 'user' && (before === 'user' || before === 'tool')) {
      return refuse(400, `a user message may not follow a ${before} message`);
    }
    if (role === 'assistant' && name !== undefined) {
      return refuse(422, 'an assistant message may not have a name');
    }
    before = role;
  }
  return { kind: 'answer', answer: good };
};

/** Calls tools if some are offered and none has answered yet; then gives the valid answer. */
function callOnce(calls: (call: QuirkCall) => readonly (readonly [string, string])[]): Quirk {
  return (call) =>
    call.tools.length === 0 || call.messages.some(({ role }) => role === 'tool')
      ? { kind: 'answer', answer: call.good }
      : callTools(call, calls(call));
}

function callTools(call: QuirkCall, calls: readonly (readonly [string, string])[]): QuirkOutcome {
  const tool_calls = calls.map(([name, args]) => {
    const { id } = toolCall(name, args, call.random);
    return { id, type: 'function', function: { name, arguments: args } };
  });
  return answerWith(call, { content: null, tool_calls }, 'tool_calls');
}

const ARGUMENTS = '{"query":"weather in Lisbon"}';

function firstTool({ tools }: QuirkCall): string {
  return tools[0] ?? '';
}

/** Arguments that are truncated JSON. */
export const badToolArgs: Quirk = callOnce((call) => [[firstTool(call), '{"query": "wea']]);

export const unknownTool: Quirk = callOnce(() => [['no_such_tool', ARGUMENTS]]);

export const parallelTools: Quirk = callOnce((call) => [
  [firstTool(call), ARGUMENTS],
  [firstTool(call), '{"query":"weather in Porto"}'],
]);

/** Calls a tool in every round while tools are offered. */
export const endlessTools: Quirk = (call) =>
  call.tools.length === 0
    ? { kind: 'answer', answer: call.good }
    : callTools(call, [[firstTool(call), ARGUMENTS]]);

/** Finishes with `tool_calls`, but the list is empty. */
export const emptyToolCalls: Quirk = (call) => answerWith(call, { tool_calls: [] }, 'tool_calls');
