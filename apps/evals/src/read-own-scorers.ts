import { OwnScorerName } from '@fairtrial/contracts';
import type { ConfigFault, Env } from '@fairtrial/server';
import { z } from 'zod';

/** A scorer that the operator runs, reached by HTTP. */
export interface OwnScorerSource {
  readonly name: string;
  readonly url: string;
  /** `whsec_` and the base64 of the key that signs the calls. */
  readonly secret: string;
}

interface Found {
  readonly scorers: readonly OwnScorerSource[];
  readonly faults: readonly ConfigFault[];
}

const ENTRY = /^([^=\s]+)=([^\s;]+);secret=(\S+)$/;
const SHAPE =
  'must be a list like brand=https://scorer.example/score;secret=whsec_…, separated by commas or line breaks';
const SECRET = /^whsec_([A-Za-z\d+/]+={0,2})$/;
/** The key sizes that Standard Webhooks allows, in bytes. */
const [MIN_KEY, MAX_KEY] = [24, 64];
const MAX_SCORERS = 20;

const Address = z.url({ protocol: /^https?$/ });

/** Reads `SCORERS`. No fault contains a secret. */
export function readOwnScorers(env: Env): Found {
  const entries = (env['SCORERS'] ?? '')
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);
  const scorers = entries.map(parseEntry);
  const problems = [
    ...scorers.flatMap((scorer, at) => findProblems(scorer, at)),
    ...findRepeated(scorers),
    ...(entries.length > MAX_SCORERS ? [`must list at most ${MAX_SCORERS} scorers`] : []),
  ];
  return {
    scorers: problems.length > 0 ? [] : scorers.filter((scorer) => scorer !== undefined),
    faults: problems.map((problem) => ({ variable: 'SCORERS', problem })),
  };
}

function parseEntry(entry: string): OwnScorerSource | undefined {
  const [, name, url, secret] = ENTRY.exec(entry) ?? [];
  if (name === undefined || url === undefined || secret === undefined) return undefined;
  return { name, url, secret };
}

function findProblems(scorer: OwnScorerSource | undefined, at: number): readonly string[] {
  if (scorer === undefined) return [`${SHAPE}; entry ${at + 1} has another form`];
  const { name, url, secret } = scorer;
  const { error } = OwnScorerName.safeParse(name);
  return [
    ...(error?.issues.map(({ message }) => `the name '${name}' ${message}`) ?? []),
    ...(Address.safeParse(url).success ? [] : [`the address of '${name}' is not an HTTP address`]),
    ...(isSecret(secret)
      ? []
      : [
          `the secret of '${name}' must be whsec_ and the base64 of ${MIN_KEY} to ${MAX_KEY} bytes`,
        ]),
  ];
}

function isSecret(text: string): boolean {
  const { length } = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64');
  return length >= MIN_KEY && length <= MAX_KEY;
}

function findRepeated(scorers: readonly (OwnScorerSource | undefined)[]): readonly string[] {
  const names = scorers.flatMap((scorer) => scorer?.name ?? []);
  const repeated = names.filter((name, at) => names.indexOf(name) < at);
  return [...new Set(repeated)].map((name) => `the name '${name}' occurs more than once`);
}
