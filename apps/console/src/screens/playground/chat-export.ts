import type { AgentMessage } from '@fairtrial/contracts';
import type { ScenarioInput } from '../../batch/append-scenario.ts';
import type { ChatEntry } from './chat-entry.ts';

interface CurlOptions {
  readonly url: string;
  readonly model: string;
  readonly messages: readonly AgentMessage[];
  /** True if the agent backend needs a key; the command reads it from a shell variable. */
  readonly hasKey: boolean;
}

/** The request as a shell command with every text quoted. */
export function toCurl({ url, model, messages, hasKey }: CurlOptions): string {
  const plain = messages.map(({ type, content }) => ({ type, content }));
  return [
    `curl -N ${quote(`${url.replace(/\/+$/, '')}/?stream=true`)}`,
    ...(hasKey ? ['-H "authorization: Bearer $FAIRTRIAL_API_KEY"'] : []),
    `-H ${quote(`x-model-id: ${model}`)}`,
    `-H 'content-type: application/json'`,
    `-d ${quote(JSON.stringify({ messages: plain }))}`,
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The conversation as a scenario: user messages, with the replies as references. */
export function toScenario(name: string, entries: readonly ChatEntry[]): ScenarioInput {
  const interactions = entries.flatMap((entry, at) => {
    if (entry.from !== 'user') return [];
    const next = entries[at + 1];
    const reply = next?.from === 'agent' && next.state === 'done' ? next.text : '';
    return [{ user_message: entry.text, reference_reply: reply }];
  });
  return { name, interactions };
}
