import { countEdits } from '@fairtrial/contracts';
import type { Env } from './read-env.ts';

/** Variables that others read: the command (from the same .env), and those named for each fine-tuned model. */
const ELSEWHERE = /^FAIRTRIAL_(SERVER|AGENT|API_KEY)$|^STUDIO_MODEL_/;

/** Returns one sentence on the variables that are likely misspellings of `known` ones; `undefined` if there are none. */
export function findUnknownVariables(env: Env, known: readonly string[]): string | undefined {
  const unknown = Object.keys(env).flatMap((name) => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name) || !env[name]?.trim()) return [];
    if (known.includes(name) || ELSEWHERE.test(name)) return [];
    const meant = nearMiss(
      name,
      known.filter((one) => beginsLike(name, one)),
    );
    return meant === undefined ? [] : [`${name} (did you mean ${meant}?)`];
  });
  if (unknown.length === 0) return undefined;
  return `this service does not read these variables: ${unknown.toSorted().join(', ')}`;
}

/** The first words must match closely too: XAI_API_KEY is not a misspelled HUB_API_KEY. */
function beginsLike(name: string, known: string): boolean {
  return nearMiss(firstWord(name), [firstWord(known)]) !== undefined;
}

function firstWord(name: string): string {
  return name.split('_', 1)[0] ?? '';
}

const MAX_LENGTH = 100;

/**
 * Returns the known name that `name` probably misspells. Allows one edit per four characters, at least one and at most
 * three.
 */
function nearMiss(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const allowed = Math.min(3, Math.max(1, Math.floor(name.length / 4)));
  const [best] = known
    .filter((one) => Math.abs(one.length - name.length) <= allowed)
    .map((one) => ({ one, edits: countEdits(name, one) }))
    .filter(({ edits }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits);
  return best?.one;
}
