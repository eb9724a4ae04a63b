import { countEdits } from '@fairtrial/contracts';
import type { Env } from './read-env.ts';

/** Prefixes that other software does not use. A service checks those of the variables that it reads. */
const OWN = /^(AGENT|EGRESS|EMBEDDINGS|ENDPOINT|EVALS|FAIRTRIAL|HUB|JUDGE|STUDIO)_/;

/**
 * Variables with these prefixes that others read from the same environment: the command, compose.yaml, the other
 * service, one for each fine-tuned model, and those that Kubernetes sets for a service with such a name.
 */
const ELSEWHERE = new RegExp(
  [
    '^FAIRTRIAL_(AGENT|API_KEY|IMAGE|SERVER|SIMULATED)$',
    '^(AGENT|EVALS)_PUBLISH$',
    '^AGENT_(API_KEY|HOST|MAX_(OUTPUT_TOKENS|ROUNDS|TOOL_CALLS)|PORT|SYSTEM_PROMPT|TIMEOUT_SECONDS|URL)$',
    '^STUDIO_MODEL_',
    String.raw`_SERVICE_(HOST|PORT)|_PORT_\d+_`,
  ].join('|'),
);

/**
 * Returns one sentence on the variables that are likely misspellings of `known` ones or begin like them; `undefined` if
 * there are none.
 */
export function findUnknownVariables(env: Env, known: readonly string[]): string | undefined {
  // Operators choose the names of variables that hold tokens.
  const tokens = env['MCP_SERVERS'] ?? '';
  const unknown = Object.keys(env).flatMap((name) => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name) || !env[name]?.trim()) return [];
    if (known.includes(name) || ELSEWHERE.test(name) || tokens.includes(name)) return [];
    const meant = nearMiss(
      name,
      known.filter((one) => beginsLike(name, one)),
    );
    if (meant !== undefined) return `${name} (did you mean ${meant}?)`;
    const [prefix] = OWN.exec(name) ?? [];
    return prefix !== undefined && known.some((one) => one.startsWith(prefix)) ? name : [];
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
