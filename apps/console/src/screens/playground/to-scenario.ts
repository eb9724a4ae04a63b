import type { ScenarioInput } from '../../batch/append-scenario.ts';
import type { ChatEntry } from './chat-entry.ts';

/** A conversation as a script: what was asked, and the replies as what is expected. */
export function toScenario(name: string, entries: readonly ChatEntry[]): ScenarioInput {
  const interactions = entries.flatMap((entry, at) => {
    if (entry.from !== 'user') return [];
    const next = entries[at + 1];
    const reply = next?.from === 'agent' && next.state === 'done' ? next.text : '';
    return [{ user_message: entry.text, reference_reply: reply }];
  });
  return { name, interactions };
}
