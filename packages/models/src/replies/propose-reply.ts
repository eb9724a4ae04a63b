import { toPointer, type JsonPointer } from '@fairtrial/contracts';
import { hasStatus, isStatusWord } from './envelope.ts';
import { valueAt } from '../messages/json-path.ts';
import {
  formatKeys,
  listLeaves,
  pointerTo,
  SPEAKER_FIELDS,
  toWords,
  type Leaf,
} from './list-leaves.ts';
import { ENVELOPES, GENERAL_FIELDS, REPLY_FIELDS } from './read-fields.ts';
import { partsText, text } from '../messages/read-message.ts';

/** Describes a response without a readable reply. */
export interface Unread {
  /** Its keys, such as `it has the keys status, data.answer.body`. */
  readonly keys: string;
  /** Most likely location of the reply; null if no text looks like one. */
  readonly proposal: JsonPointer | null;
}

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
  const best = leaves
    .filter(isPossibleReply)
    .filter((leaf, _, all) => all.length === 1 || !isStatusMessage(leaf, body))
    .reduce<Leaf | undefined>(
      (found, leaf) => (found === undefined || rank(leaf) > rank(found) ? leaf : found),
      undefined,
    );
  const proposal = best === undefined ? findReplyList(body) : pointerTo(best);
  return { keys: formatKeys(leaves), proposal: proposal ?? null };
}

const LIST_FIELDS = ['replies', 'responses', 'answers', 'outputs'];

/** Returns the location of a list of replies, whose texts are joined. Lists of whole conversations have other names. */
function findReplyList(body: unknown): JsonPointer | undefined {
  const paths = LIST_FIELDS.flatMap((field) => [
    [field],
    ...ENVELOPES.map((envelope) => [envelope, field]),
  ]);
  const found = paths.find((path) => {
    const list = valueAt(body, path);
    return Array.isArray(list) && list.length > 1 && list.every(isReplyItem);
  });
  return found && toPointer(found);
}

function isReplyItem(item: unknown): boolean {
  const isSpoken = SPEAKER_FIELDS.some((field) => text(valueAt(item, [field])) !== undefined);
  return !isSpoken && isHuman(partsText([item]) ?? '');
}

function isPossibleReply(leaf: Leaf): boolean {
  const { path, value } = leaf;
  if (typeof value !== 'string' || !isHuman(value)) return false;
  const key = path.findLast((at) => typeof at === 'string') ?? '';
  if (SPEAKER_FIELDS.includes(key)) return false;
  const name = toWords(key);
  return !OTHER_NAMES.test(name) && pointerTo(leaf) !== undefined;
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

/** A known name outweighs any length; the last key of the path counts most. */
function rank({ path, value }: Leaf): number {
  const names = path.map((key) => REPLY_NAMES.test(toWords(key)));
  const known = (names.at(-1) === true ? 2 : 0) + (names.some(Boolean) ? 1 : 0);
  const isSentence = typeof value === 'string' && /\S\s+\S/.test(value) ? 1 : 0;
  return known * 1e9 + isSentence * 1e8 + Math.min(String(value).length, 1e7);
}
