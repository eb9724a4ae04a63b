import { hasStatus, isStatusWord } from './envelope.ts';
import { valueAt } from '../messages/json-path.ts';
import {
  lastMessageText,
  messageText,
  possibleMessageText,
  text,
} from '../messages/read-message.ts';

/** Fields that always hold a reply, in order of precedence. */
export const REPLY_FIELDS = [
  'reply',
  'response',
  'answer',
  'output',
  'generated_text',
  'completion',
];

/** Fields that may hold a reply, the status of the request, or the user's message. */
export const GENERAL_FIELDS = ['text', 'result', 'data', 'message'];

/** Keys of objects that wrap a reply. */
export const ENVELOPES = ['data', 'result', 'response', 'output', 'payload', 'answer', 'reply'];

/** Returns the first of `REPLY_FIELDS` that is text. */
export function replyField(body: unknown): string | undefined {
  return REPLY_FIELDS.map((field) => text(valueAt(body, [field]))).find(
    (found) => found !== undefined,
  );
}

/** Like `replyField`, but `undefined` if the text is a status word and an envelope holds the reply. */
export function ownReply(body: unknown): string | undefined {
  const found = replyField(body);
  const isStatus = found !== undefined && isStatusWord(found) && envelopedReply(body) !== undefined;
  return isStatus ? undefined : found;
}

/** Returns the reply inside an envelope: a message, messages, or one of `REPLY_FIELDS`. */
export function envelopedReply(body: unknown): string | undefined {
  const found = envelopesOf(body).map(
    (inner) =>
      messageText(valueAt(inner, ['message'])) ??
      possibleMessageText(inner) ??
      lastMessageText(valueAt(inner, ['messages'])) ??
      replyField(inner),
  );
  return onlyText(found.filter((said) => said !== undefined));
}

/**
 * Returns a general field of the body or of its envelopes if there is exactly one distinct text. A `message` next to a
 * status field or an envelope may describe the status, so it is not used.
 */
export function generalField(body: unknown): string | undefined {
  const envelopes = envelopesOf(body);
  const own = listTexts(body, GENERAL_FIELDS);
  const inner = envelopes.flatMap((envelope) =>
    listTexts(envelope, GENERAL_FIELDS, hasStatus(body)),
  );
  if (inner.length > 0) return onlyText([...own, ...inner]);
  const isBeside = envelopes.length > 0;
  const fields = isBeside ? GENERAL_FIELDS.filter((field) => field !== 'message') : GENERAL_FIELDS;
  return onlyText(listTexts(body, fields));
}

/** Leaves out texts that describe the status. `text` is never a status, so its value may be any word. */
function listTexts(
  body: unknown,
  fields: readonly string[],
  isStatedAround = false,
): readonly string[] {
  const isStated = hasStatus(body);
  const mayBeStatus = isStated || isStatedAround || envelopesOf(body).length > 0;
  return fields.flatMap((field) => {
    const found = text(valueAt(body, [field]));
    if (found === undefined || (isStated && field === 'message')) return [];
    return mayBeStatus && field !== 'text' && isStatusWord(found) ? [] : [found];
  });
}

function envelopesOf(body: unknown): readonly object[] {
  return ENVELOPES.flatMap((field) => {
    const inner = valueAt(body, [field]);
    return typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0
      ? [inner]
      : [];
  });
}

/** `undefined` if the texts differ, because none of them is known to be the reply. */
function onlyText(texts: readonly string[]): string | undefined {
  return new Set(texts).size === 1 ? texts[0] : undefined;
}
