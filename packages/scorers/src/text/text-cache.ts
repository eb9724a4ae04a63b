import { readText, type Text } from './read-text.ts';

/** Characters of all texts together; what is derived from one takes about thirty bytes of memory each. */
const ROOM = 500_000;

export interface TextCache {
  /** The text as scorers read it, derived once for as long as it is asked for. */
  readonly read: (raw: string) => Text;
}

/** Keeps what was asked for last: references come back with every attempt, replies never do. */
export function createTextCache(room: number = ROOM): TextCache {
  const kept = new Map<string, Text>();
  let taken = 0;

  function makeRoom(): void {
    for (const oldest of kept.keys()) {
      if (taken <= room) return;
      kept.delete(oldest);
      taken -= oldest.length;
    }
  }

  return {
    read(raw) {
      const known = kept.get(raw);
      const text = known ?? readText(raw);
      kept.delete(raw); // the newest is at the end
      kept.set(raw, text);
      if (known === undefined) {
        taken += raw.length;
        makeRoom();
      }
      return text;
    },
  };
}

/** One for the process: the same text is the same text in every run. */
export const references: TextCache = createTextCache();
