import { countEdits } from '@fairtrial/contracts';
import { KNOWN_VARIABLES } from './known-variables.ts';
import type { Env } from './read-env.ts';

/** Prefixes that only Fairtrial's variables have. Other variables are checked for spelling mistakes only. */
const OWN =
  /^(AGENT|FAIRTRIAL|BUILT|EGRESS|EMBEDDINGS|ENDPOINT|EVALS|HUB|JUDGE|MCP|SIMULATOR|STUDIO)_/;

/**
 * Variables read elsewhere: per model, by compose.yaml, and those that Kubernetes sets for a service with such a name.
 */
const ELSEWHERE =
  /^STUDIO_MODEL_|^(AGENT|EVALS)_PUBLISH$|^FAIRTRIAL_IMAGE$|_SERVICE_(HOST|PORT)|_PORT_\d+_/;

/**
 * Returns one sentence on the variables that look like Fairtrial's but that no service reads; `undefined` if there are
 * none.
 */
export function findUnknownVariables(env: Env): string | undefined {
  // Operators choose the names of variables that hold tokens, and refer to them in these two variables.
  const named = `${env['MCP_SERVERS'] ?? ''} ${env['ENDPOINT_CREDENTIALS'] ?? ''}`;
  const unknown = Object.keys(env).flatMap((name) => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name) || !env[name]?.trim()) return [];
    if (KNOWN_VARIABLES.includes(name) || ELSEWHERE.test(name) || named.includes(name)) return [];
    const meant = nearMiss(
      name,
      KNOWN_VARIABLES.filter((known) => beginsLike(name, known)),
    );
    if (meant !== undefined) return `${name} (did you mean ${meant}?)`;
    return OWN.test(name) ? name : [];
  });
  if (unknown.length === 0) return undefined;
  return `no service reads these variables: ${unknown.toSorted().join(', ')}`;
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
export function nearMiss(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const allowed = Math.min(3, Math.max(1, Math.floor(name.length / 4)));
  const [best] = known
    .filter((one) => Math.abs(one.length - name.length) <= allowed)
    .map((one) => ({ one, edits: countEdits(name, one) }))
    .filter(({ edits }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits);
  return best?.one;
}
