import { toolCall } from '../models/tool-call.ts';
import type { QuirkCall, Quirk, QuirkOutcome } from './quirk.ts';
import { answerWith } from './quirk.ts';

/** Calls tools where some are on offer and none has answered yet; then it answers like any other. */
function onceWith(calls: (call: QuirkCall) => readonly (readonly [string, string])[]): Quirk {
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

/** Arguments that break off. */
export const badToolArgs: Quirk = onceWith((call) => [[firstTool(call), '{"query": "wea']]);

export const unknownTool: Quirk = onceWith(() => [['no_such_tool', ARGUMENTS]]);

export const parallelTools: Quirk = onceWith((call) => [
  [firstTool(call), ARGUMENTS],
  [firstTool(call), '{"query":"weather in Porto"}'],
]);

/** Has never seen enough: as long as there are tools, it calls one. */
export const endlessTools: Quirk = (call) =>
  call.tools.length === 0
    ? { kind: 'answer', answer: call.good }
    : callTools(call, [[firstTool(call), ARGUMENTS]]);

/** Says it calls tools, and calls none. */
export const emptyToolCalls: Quirk = (call) => answerWith(call, { tool_calls: [] }, 'tool_calls');
