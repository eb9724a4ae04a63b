import { lastUserMessage, type SimModel, type ToolCall } from './sim-model.ts';
import type { Random } from '@fairtrial/statistics';

const MAX_QUOTE_LENGTH = 300;

/** Adds tool use to a model: a message with "search" calls a tool, and the next reply quotes its result. */
export function withTools(model: SimModel): SimModel {
  return (call, context) => {
    const last = call.messages.at(-1);
    if (last?.role === 'tool') {
      return { content: `I looked it up: ${last.content.slice(0, MAX_QUOTE_LENGTH)}` };
    }
    const query = lastUserMessage(call);
    const tool = call.tools.find((name) => name.includes('search')) ?? call.tools[0];
    if (tool === undefined || !/\bsearch\b/i.test(query)) return model(call, context);
    return { content: '', toolCalls: [toolCall(tool, JSON.stringify({ query }), context.random)] };
  };
}

/** The id has nine letters and digits: the only format that every server accepts. */
export function toolCall(name: string, args: string, random: Random): ToolCall {
  const id = Array.from({ length: 9 }, () => Math.floor(random() * 36).toString(36)).join('');
  return { id, name, arguments: args };
}
