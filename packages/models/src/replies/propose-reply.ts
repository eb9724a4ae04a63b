import { toPointer, type JsonPointer } from '@assay/contracts';
import { hasStatus, isStatusWord } from './envelope.ts';
import { formatPath, type JsonPath } from './json-path.ts';
import { GENERAL_FIELDS, REPLY_FIELDS } from './read-fields.ts';

/** What an answer holds that has no reply that can be read. */
export interface Unread {
  /** The paths of its values, without the values, which may be secrets: `status, data.answer.body`. */
  readonly keys: string;
  /** Where its reply most likely is; null if it has no text that looks like one. */
  readonly proposal: JsonPointer | null;
}

const MAX_VALUES = 500;
const MAX_DEPTH = 8;
const MAX_KEYS_SHOWN = 12;
const MAX_PATH_LENGTH = 200;

/** Names of replies, wherever they are in a path. */
const REPLY_NAMES = new RegExp(
  `^(${[...REPLY_FIELDS, ...GENERAL_FIELDS, 'content', 'speech', 'utterance'].join('|')})|reply|answer|response|completion|(^|_)(text|message|content)$`,
  'i',
);
/** Names of what a reply is not: what was asked, what it rests on, what the request was about. */
const OTHER_NAMES =
  /^(.*_)?(ids?|uuid|model|object|type|role|status|code|state|name|version|url|uri|href|date|time|timestamp|created(_at)?|token|session|trace|prompt|question|query|input|user|error|detail|msg|reason(ing)?|thinking|thought|context|source|sources|documents?|language|locale|intent|request)(_.*)?$/i;

/** The keys of an answer, and the text in it that most likely is the reply. */
export function describeUnread(body: unknown): Unread {
  const leaves = listLeaves(body);
  const shown = leaves.slice(0, MAX_KEYS_SHOWN).map(({ path }) => formatPath(path.map(showKey)));
  const more = leaves.length > MAX_KEYS_SHOWN ? [`${leaves.length - MAX_KEYS_SHOWN} more`] : [];
  const best = leaves
    .filter(isPossibleReply)
    .filter((leaf, _, all) => all.length === 1 || !isStatusMessage(leaf, body))
    .reduce<Leaf | undefined>(
      (found, leaf) => (found === undefined || rank(leaf) > rank(found) ? leaf : found),
      undefined,
    );
  return { keys: [...shown, ...more].join(', '), proposal: best ? toPointer(best.path) : null };
}

interface Leaf {
  readonly path: JsonPath;
  readonly value: unknown;
  /** Whether the path leads to it in other answers of this shape too: no list of several items is on it. */
  readonly isFixed: boolean;
}

/** The values that hold no others, in their order; of a list of several items those of the first. */
function listLeaves(body: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (leaf: Leaf): void => {
    const { path, value, isFixed } = leaf;
    if (leaves.length >= MAX_VALUES) return;
    const isNested = typeof value === 'object' && value !== null && path.length < MAX_DEPTH;
    const entries = isNested ? Object.entries(value) : [];
    if (entries.length === 0) {
      if (path.length > 0) leaves.push(leaf);
      return;
    }
    if (Array.isArray(value)) {
      walk({ path: [...path, 0], value: value[0], isFixed: isFixed && value.length === 1 });
    } else {
      for (const [key, inner] of entries) walk({ path: [...path, key], value: inner, isFixed });
    }
  };
  walk({ path: [], value: body, isFixed: true });
  return leaves;
}

/** Keys are names; one that is not could be a secret or break the line. */
function showKey(key: string | number): string | number {
  if (typeof key === 'number') return key;
  return /^[\p{L}\p{N}_$@ -]{1,40}$/u.test(key) && !isOpaque(key) ? key : '…';
}

/** Whether a key may be an API key, a token or an id: long, without spaces, with digits among its letters. */
function isOpaque(key: string | number): boolean {
  return (
    typeof key === 'string' && /[\w+/=.~-]{20,}/.test(key) && (key.match(/\d/g) ?? []).length >= 4
  );
}

/** The proposal stands in commands to copy, so its keys have no characters that a shell acts on. */
const SAFE_KEY = /^[\p{L}\p{N}_@ ./~:-]{1,40}$/u;

function isPossibleReply({ path, value, isFixed }: Leaf): boolean {
  if (typeof value !== 'string' || !isFixed || !isHuman(value) || path.some(isOpaque)) return false;
  if (OTHER_NAMES.test(toWords(path.findLast((key) => typeof key === 'string')))) return false;
  return (
    toPointer(path).length <= MAX_PATH_LENGTH && path.every((key) => SAFE_KEY.test(String(key)))
  );
}

/** A message beside a status is proposed only if there is no other text. */
function isStatusMessage({ path }: Leaf, body: unknown): boolean {
  return path.length === 1 && path[0] === 'message' && hasStatus(body);
}

/** Whether people write such a text: no status, no id, no address, no date, no JSON. */
function isHuman(value: string): boolean {
  const trimmed = value.trim();
  if (!/\p{L}/u.test(trimmed) || isStatusWord(trimmed) || /^[[{<]/.test(trimmed)) return false;
  if (/^[a-z][a-z+.-]*:\/\/\S+$/i.test(trimmed) || /^\d{4}-\d\d-\d\d/.test(trimmed)) return false;
  return /\s/.test(trimmed) || !/[\d_/-]/.test(trimmed);
}

/** `queryText` as `query_Text` */
function toWords(key: string | number | undefined): string {
  return String(key ?? '').replaceAll(/([a-z])([A-Z])/g, '$1_$2');
}

/** A known name counts more than any length, the last one of the path most. */
function rank({ path, value }: Leaf): number {
  const names = path.map((key) => REPLY_NAMES.test(toWords(key)));
  const known = (names.at(-1) === true ? 2 : 0) + (names.some(Boolean) ? 1 : 0);
  const isSentence = typeof value === 'string' && /\S\s+\S/.test(value) ? 1 : 0;
  return known * 1e9 + isSentence * 1e8 + Math.min(String(value).length, 1e7);
}
