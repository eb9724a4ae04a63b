import type { InteractionScript, ScenarioScript } from '../batch/batch-script.ts';

/** What another tool's file comes to as a batch. */
export interface Imported {
  readonly scenarios: readonly ScenarioScript[];
  /** Where all of them have the same. */
  readonly systemPrompt: string | undefined;
  /** What could not be taken over, in words. */
  readonly notes: readonly string[];
}

/** A file and the way to those it names. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** Reads a file that is named in this one. */
  readonly readBeside: (path: string) => Promise<string>;
}

export interface Conversation {
  readonly system: string | undefined;
  readonly interactions: readonly InteractionScript[];
}

/** Says the same of many things once, with how many there were. */
export function summed(notes: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].map(([note, n]) => (n === 1 ? note : `${note} (${n} times)`));
}
