import type { WireMessage } from '@fairtrial/models';
import type { RunAgent } from './run-agent.ts';

/**
 * Prepends the operator's prompt to the messages of every caller. The caller's own system message is appended to the
 * same message, because many chat templates accept only one system message, and only as the first message.
 */
export function addSystemPrompt(prompt: string | undefined, run: RunAgent): RunAgent {
  if (prompt === undefined) return run;
  return (asked) => run({ ...asked, messages: withPrompt(prompt, asked.messages) });
}

function withPrompt(prompt: string, messages: readonly WireMessage[]): readonly WireMessage[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system' && first?.role !== 'developer') {
    return [{ role: 'system', content: prompt }, ...messages];
  }
  const { content } = first;
  const joined = Array.isArray(content)
    ? [{ type: 'text', text: prompt }, ...(content as readonly unknown[])]
    : [prompt, content].filter(Boolean).join('\n\n');
  return [{ ...first, content: joined }, ...rest];
}
