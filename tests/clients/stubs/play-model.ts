import { currentTurn, textOf, type ChatMessage, type ChatRequest } from './chat-request.ts';
import { addThoughts } from './thinking.ts';

interface PlannedCall {
  readonly name: string;
  readonly args: string;
}

/**
 * A model that follows instructions in the user message. Every line `use <tool> <JSON>` is one round of calls (several
 * are joined by ` + `); afterwards the model repeats the tool results. It echoes other text. It always calls a tool if
 * `tool_choice` requires it, and returns a city if the request has a JSON schema.
 */
export function playModel(request: ChatRequest): ChatMessage {
  const { messages, tools = [], model } = request;
  const question = textOf(messages.findLast(({ role }) => role === 'user') ?? { role: 'user' });
  const turn = currentTurn(messages);
  const round = turn.filter(({ role }) => role === 'assistant').length;
  const calls = planCalls(question)[round] ?? forcedCalls(request);
  const unknown = calls.find(({ name }) => !tools.some((tool) => tool.function.name === name));
  if (unknown !== undefined) return say(`there is no tool ${unknown.name}`);
  if (calls.length > 0) {
    const tool_calls = calls.map(({ name, args }, at) => ({
      id: `call_${round}_${at}`,
      type: 'function' as const,
      function: { name, arguments: args },
    }));
    return addThoughts(model, { role: 'assistant', content: null, tool_calls }, round);
  }
  if (request.response_format?.type === 'json_schema')
    return say('{"city":"Paris","districts":20}');
  const results = turn.filter(({ role }) => role === 'tool').map(textOf);
  const text = results.length > 0 ? `it says ${results.join(' | ')}` : question;
  return addThoughts(model, say(text), round);
}

function planCalls(question: string): readonly (readonly PlannedCall[])[] {
  return question
    .split('\n')
    .filter((line) => line.startsWith('use '))
    .map((line) =>
      line
        .slice('use '.length)
        .split(' + ')
        .map((call) => {
          const [name = '', ...args] = call.split(' ');
          return { name, args: args.join(' ') || '{}' };
        }),
    );
}

function forcedCalls({ tools = [], tool_choice: choice }: ChatRequest): readonly PlannedCall[] {
  if (typeof choice === 'object') return [{ name: choice.function.name, args: '{}' }];
  const [first] = tools;
  return choice === 'required' && first ? [{ name: first.function.name, args: '{}' }] : [];
}

function say(content: string): ChatMessage {
  return { role: 'assistant', content };
}
