import { isTooDeep, parseJson } from '@fairtrial/contracts';
import type { Completion, CompletionToolCall, WireMessage, WireToolCall } from '@fairtrial/models';
import { randomBytes } from 'node:crypto';
import type { ToolStep } from './agent-event.ts';

/** Maximum per message. Larger fields are not sent back, so that the conversation of a long run stays small. */
const MAX_FIELDS_LENGTH = 2 * 1024 * 1024;

/**
 * The model's message and the results of its tool calls, for the next round. Reasoning models reject a conversation
 * without the reasoning and signatures that they sent, so the message keeps all its fields.
 */
export function toNextMessages(
  completion: Completion,
  steps: readonly ToolStep[],
): readonly WireMessage[] {
  const { wire, tool_calls: calls } = completion.choices[0].message;
  const { content, tool_calls: _calls, role: _role, ...fields } = wire;
  return [
    {
      role: 'assistant',
      content,
      ...thatFit(fields),
      tool_calls: calls.map(toWireCall),
    },
    ...steps.map((step): WireMessage => ({
      role: 'tool',
      content: step.result,
      tool_call_id: step.id,
    })),
  ];
}

function toWireCall({ id, name, arguments: args, wire }: CompletionToolCall): WireToolCall {
  const called = { ...wire.function, name, arguments: isObject(args) ? args : '{}' };
  return { ...wire, id, type: 'function', function: called };
}

/** Providers reject arguments that are not a JSON object. The tool's result tells the model what it wrote. */
function isObject(args: string): boolean {
  const value = isTooDeep(args) ? undefined : parseJson(args);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function thatFit(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let left = MAX_FIELDS_LENGTH;
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      const { length } = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      if (length > left) return false;
      left -= length;
      return true;
    }),
  );
}

/** Gives every call a unique id: tool results are matched by id, and some models send none. */
export function withCallIds(completion: Completion): Completion {
  const [choice] = completion.choices;
  const taken = new Set<string>();
  const tool_calls = choice.message.tool_calls.map((call) => {
    const id = call.id === '' || taken.has(call.id) ? newId() : call.id;
    taken.add(id);
    return { ...call, id };
  });
  return { ...completion, choices: [{ ...choice, message: { ...choice.message, tool_calls } }] };
}

/** Nine letters and digits: the only format that every server accepts. */
function newId(): string {
  return randomBytes(8).readBigUInt64BE().toString(36).padStart(9, '0').slice(-9);
}
