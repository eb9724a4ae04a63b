import { toPointer, type JsonPointer } from '@assay/contracts';
import { hasStatus, isStatusWord } from './envelope.ts';
import { formatPath, type JsonPath } from './json-path.ts';
import { GENERAL_FIELDS, REPLY_FIELDS } from './read-fields.ts';

/** Describes a response without a readable reply. */
export interface Unread {
  /** The paths of its values, such as `status, data.answer.body`. Values are left out because they may be secrets. */
  readonly keys: string;
  /** Most likely location of the reply; null if no text looks like one. */
  readonly proposal: JsonPointer | null;
}

const MAX_VALUES = 500;
const MAX_DEPTH = 8;
const MAX_KEYS_SHOWN = 12;
const MAX_PATH_LENGTH = 200;

/** Key names that suggest a reply, at any position of a path. */
const REPLY_NAMES = new RegExp(
  `^(${[...REPLY_FIELDS, ...GENERAL_FIELDS, 'content', 'speech', 'utterance'].join('|')})|reply|answer|response|completion|(^|_)(text|message|content)$`,
  'i',
);
/** Key names of other content: the question, sources, and request data. */
const OTHER_NAMES =
  /^(.*_)?(ids?|uuid|model|object|type|role|status|code|state|name|version|url|uri|href|date|time|timestamp|created(_at)?|token|session|trace|prompt|question|query|input|user|error|detail|msg|reason(ing)?|thinking|thought|context|source|sources|documents?|language|locale|intent|request)(_.*)?$/i;

/** Returns the keys of a response and the location of the text that is most likely the reply. */
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
  /** True if the path is valid for other responses of this shape: no list on it has several items. */
  readonly isFixed: boolean;
}

/** Lists the leaf values in order. Lists with several items only contribute their first item. */
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

/** Masks keys that do not look like names: they could be secrets or contain line breaks. */
function showKey(key: string | number): string | number {
  if (typeof key === 'number') return key;
  return /^[\p{L}\p{N}_$@ -]{1,40}$/u.test(key) && !isOpaque(key) ? key : '…';
}

/** True if a key may be an API key, a token or an id: long, no spaces, at least four digits. */
function isOpaque(key: string | number): boolean {
  return (
    typeof key === 'string' && /[\w+/=.~-]{20,}/.test(key) && (key.match(/\d/g) ?? []).length >= 4
  );
}

/** The proposal appears in commands to copy, so its keys must not contain characters that a shell interprets. */
const SAFE_KEY = /^[\p{L}\p{N}_@ ./~:-]{1,40}$/u;

function isPossibleReply({ path, value, isFixed }: Leaf): boolean {
  if (typeof value !== 'string' || !isFixed || !isHuman(value) || path.some(isOpaque)) return false;
  if (OTHER_NAMES.test(toWords(path.findLast((key) => typeof key === 'string')))) return false;
  return (
    toPointer(path).length <= MAX_PATH_LENGTH && path.every((key) => SAFE_KEY.test(String(key)))
  );
}

/** A `message` next to a status field is only proposed if there is no other text. */
function isStatusMessage({ path }: Leaf, body: unknown): boolean {
  return path.length === 1 && path[0] === 'message' && hasStatus(body);
}

/** True if a text looks like prose: not a status, id, URL, date or JSON. */
function isHuman(value: string): boolean {
  const trimmed = value.trim();
  if (!/\p{L}/u.test(trimmed) || isStatusWord(trimmed) || /^[[{<]/.test(trimmed)) return false;
  if (/^[a-z][a-z+.-]*:\/\/\S+$/i.test(trimmed) || /^\d{4}-\d\d-\d\d/.test(trimmed)) return false;
  return /\s/.test(trimmed) || !/[\d_/-]/.test(trimmed);
}

/** Converts `queryText` to `query_Text`. */
function toWords(key: string | number | undefined): string {
  return String(key ?? '').replaceAll(/([a-z])([A-Z])/g, '$1_$2');
}

/** A known name outweighs any length; the last key of the path counts most. */
function rank({ path, value }: Leaf): number {
  const names = path.map((key) => REPLY_NAMES.test(toWords(key)));
  const known = (names.at(-1) === true ? 2 : 0) + (names.some(Boolean) ? 1 : 0);
  const isSentence = typeof value === 'string' && /\S\s+\S/.test(value) ? 1 : 0;
  return known * 1e9 + isSentence * 1e8 + Math.min(String(value).length, 1e7);
}
