import { RE2JS } from 're2js';
import GITLEAKS from './gitleaks/formats.json' with { type: 'json' };
import { ESCAPE } from './rule-parts.ts';

/** How the keys of one issuer look. */
interface KeyFormat {
  /** What every key has, `offset` characters after its start. */
  readonly literal: string;
  readonly offset: number;
  readonly pattern: string;
}

/** Prefixes and what follows them, of keys that gitleaks recognises only in part or not at all. */
const PREFIXES: readonly (readonly [prefixes: readonly string[], rest: string])[] = [
  [['sk-', 'sk_', 'pk-', 'pk_', 'rk-', 'rk_'], '[A-Za-z0-9_-]{16,}'], // OpenAI, Anthropic, Stripe
  [['whsec_'], '[A-Za-z0-9+/=]{16,}'], // Stripe
  [['hf_', 'gsk_', 'r8_'], '[A-Za-z0-9]{20,}'], // Hugging Face, Groq, Replicate
  [['xai-', 'nvapi-', 'tvly-', 'pcsk_'], '[A-Za-z0-9_-]{20,}'], // xAI, NVIDIA, Tavily, Pinecone
  [['lsv2_'], String.raw`[a-z]{2}_\w{20,}`], // LangSmith
  [['ya29.', 'GOCSPX-'], String.raw`[\w-]{20,}`], // Google
  [['xox'], String.raw`[a-z]-[\w-]{10,}`], // Slack
  [['pypi-AgE'], String.raw`[\w-]{50,}`], // PyPI
  [['sbp_'], '[0-9a-f]{32,}'], // Supabase
  [['dp.'], String.raw`[a-z]{2,6}\.[A-Za-z0-9]{30,}`], // Doppler
  [['lin_oauth_', 'figd_', 'figu_'], String.raw`[\w-]{20,}`], // Linear, Figma
  [['secret_'], '[A-Za-z0-9]{30,}'], // Notion
  [['sq0'], String.raw`[a-z]{3}-[\w-]{20,}`], // Square
  [['SK'], '[0-9a-f]{32}'], // Twilio
  [['ZXlK'], '[A-Za-z0-9+/]{40,}'], // a JSON web token in base64
];

const FORMATS: readonly KeyFormat[] = [
  ...PREFIXES.flatMap(([prefixes, rest]) =>
    prefixes.map((literal) => ({
      literal,
      offset: 0,
      pattern: `${RE2JS.quote(literal)}${rest}`,
    })),
  ),
  { literal: 'Q~', offset: 4, pattern: String.raw`[\w~.]{3}\dQ~[\w~.-]{31,34}` }, // Microsoft Entra
  ...GITLEAKS.formats,
];

interface FormatGroup {
  readonly offset: number;
  readonly pattern: string;
  /** Set when the literal first occurs, because compiling all patterns takes 0.2 s. */
  compiled?: RE2JS;
}

/** The formats whose literals start with the same one, so that each place of a text is tried once. */
const GROUPS = new Map<string, FormatGroup>();
for (const { literal, offset } of FORMATS) {
  if (FORMATS.some((other) => other.literal !== literal && literal.startsWith(other.literal)))
    continue;
  const formats = FORMATS.filter((other) => other.literal.startsWith(literal));
  GROUPS.set(literal, {
    offset,
    pattern: formats.map(({ pattern }) => `(?:${pattern})`).join('|'),
  });
}

const LITERALS = new RegExp([...GROUPS.keys()].map((one) => RE2JS.quote(one)).join('|'), 'g');

const START = new RegExp(String.raw`(?<!\w)|(?<=${ESCAPE})`, 'y');

/** More than any format needs. Bounds the time that is spent on text that only starts like a key. */
const MAX_MATCH_CHARS = 1024;

/** Issuers make keys longer, so a key goes on to the end of its word. */
const REST = /[\w+/=-]*/y;

/** Replaces keys that are recognised by how they look. A format is tried only where its literal occurs. */
export function redactKeys(
  text: string,
  placeholder: (name: string, found: string) => string,
): string {
  const pieces: string[] = [];
  let written = 0;
  LITERALS.lastIndex = 0;
  for (let hit = LITERALS.exec(text); hit !== null; hit = LITERALS.exec(text)) {
    LITERALS.lastIndex = hit.index + 1;
    const key = findKey(text, hit);
    if (key === undefined || key.start < written) continue;
    pieces.push(text.slice(written, key.start), placeholder('key', text.slice(key.start, key.end)));
    written = key.end;
    LITERALS.lastIndex = key.end;
  }
  return [...pieces, text.slice(written)].join('');
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The longest key that has the literal at this place. */
function findKey(text: string, { 0: literal, index }: RegExpExecArray): Range | undefined {
  const group = GROUPS.get(literal);
  const start = index - (group?.offset ?? 0);
  START.lastIndex = start;
  if (group === undefined || start < 0 || !START.test(text)) return undefined;
  group.compiled ??= RE2JS.compile(group.pattern, RE2JS.LONGEST_MATCH);
  const matcher = group.compiled.matcher(text.slice(start, start + MAX_MATCH_CHARS));
  if (!matcher.lookingAt()) return undefined;
  REST.lastIndex = start + matcher.end();
  REST.test(text);
  return { start, end: REST.lastIndex };
}
