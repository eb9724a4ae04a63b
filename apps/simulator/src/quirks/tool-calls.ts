import { toolCall } from '../models/tool-calls.ts';
import { answerWith, type Quirk, type QuirkCall, type QuirkOutcome } from './quirk.ts';

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
