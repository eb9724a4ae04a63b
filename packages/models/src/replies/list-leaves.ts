import { toPointer, type JsonPointer } from '@fairtrial/contracts';
import { formatPath, valueAt, type JsonPath } from '../messages/json-path.ts';
import { text } from '../messages/read-message.ts';

/** A value of a response that is neither an object nor a list, with its location. */
export interface Leaf {
  readonly path: JsonPath;
  readonly value: unknown;
  /** True if the path is valid for other responses of this shape: no list on it has several items. */
  readonly isFixed: boolean;
}

const MAX_VALUES = 500;
const MAX_DEPTH = 8;
/** Of a list that is searched for the message of a bot. */
const MAX_MESSAGES = 1000;
const MAX_KEYS_SHOWN = 12;
const MAX_PATH_LENGTH = 200;

/** Fields that name the speaker of a message in a list. */
export const SPEAKER_FIELDS = ['role', 'type', 'from', 'sender', 'author', 'speaker'];
const BOTS = /^(assistant|ai|bot|chatbot|model|agent)$/i;

/**
 * Lists the leaf values in order. Lists with several items only contribute one: the only message of a bot, or else the
 * first item.
 */
export function listLeaves(body: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (leaf: Leaf): void => {
    const { path, value, isFixed } = leaf;
    if (leaves.length >= MAX_VALUES) return;
    const isObject = typeof value === 'object' && value !== null;
    if (!isObject || path.length >= MAX_DEPTH || isEmpty(value)) {
      if (path.length > 0) leaves.push(leaf);
    } else if (Array.isArray(value)) {
      const bot = onlyBot(value);
      const at = bot ?? 0;
      const isOne = value.length === 1 || bot !== undefined;
      walk({ path: [...path, at], value: value[at], isFixed: isFixed && isOne });
    } else {
      for (const [key, inner] of Object.entries(value)) {
        walk({ path: [...path, key], value: inner, isFixed });
      }
    }
  };
  walk({ path: [], value: body, isFixed: true });
  return leaves;
}

/** Does not list the items of a list, because there may be 100,000. */
function isEmpty(value: object): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/** The position of the only message that a bot wrote, if each item names its speaker and there are not too many. */
function onlyBot(list: readonly unknown[]): number | undefined {
  if (list.length > MAX_MESSAGES) return undefined;
  const speakers = list.map((item) =>
    SPEAKER_FIELDS.map((field) => text(valueAt(item, [field]))).find((name) => name !== undefined),
  );
  if (speakers.includes(undefined)) return undefined;
  const bots = speakers.flatMap((name, at) => (BOTS.test(name ?? '') ? [at] : []));
  return bots.length === 1 ? bots[0] : undefined;
}

/** Lists keys such as `status, data.answer.body`. Values are left out because they may be secrets. */
export function formatKeys(leaves: readonly Leaf[]): string {
  const shown = leaves.slice(0, MAX_KEYS_SHOWN).map(({ path }) => formatPath(path.map(showKey)));
  const more = leaves.length > MAX_KEYS_SHOWN ? [`${leaves.length - MAX_KEYS_SHOWN} more`] : [];
  const keys = [...shown, ...more].join(', ');
  return keys === '' ? 'it has no keys' : `it has the keys ${keys}`;
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

/** Returns the pointer to a leaf; `undefined` if it is not safe to show, or not valid for other responses. */
export function pointerTo({ path, isFixed }: Leaf): JsonPointer | undefined {
  const pointer = toPointer(path);
  const isSafe = path.every((key) => SAFE_KEY.test(String(key)) && !isOpaque(key));
  return isFixed && isSafe && pointer.length <= MAX_PATH_LENGTH ? pointer : undefined;
}

/** Converts `queryText` to `query_Text`. */
export function toWords(key: string | number | undefined): string {
  return String(key ?? '').replaceAll(/([a-z])([A-Z])/g, '$1_$2');
}
