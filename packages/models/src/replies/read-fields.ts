import { hasStatus, isStatusWord } from './envelope.ts';
import { valueAt } from './json-path.ts';
import { lastMessageText, messageText, possibleMessageText, text } from './read-message.ts';

/** Fields that hold a reply wherever they are, in the order in which they are tried. */
export const REPLY_FIELDS = [
  'reply',
  'response',
  'answer',
  'output',
  'generated_text',
  'completion',
];

/** Fields that hold a reply, or something else: how the request went, or what the user said. */
export const GENERAL_FIELDS = ['text', 'result', 'data', 'message'];

/** Objects around a reply. */
export const ENVELOPES = ['data', 'result', 'response', 'output', 'payload', 'answer', 'reply'];

/** The first of the fields that hold a reply wherever they are. */
export function replyField(body: unknown): string | undefined {
  return REPLY_FIELDS.map((field) => text(valueAt(body, [field]))).find(
    (found) => found !== undefined,
  );
}

/** The same, unless it says how the request went and the reply is in an envelope. */
export function ownReply(body: unknown): string | undefined {
  const found = replyField(body);
  const isStatus = found !== undefined && isStatusWord(found) && envelopedReply(body) !== undefined;
  return isStatus ? undefined : found;
}

/** The reply inside an envelope: a message, messages, or a field that holds a reply wherever it is. */
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
 * A general field of the answer or of an envelope in it, if there is one text only. A `message` beside a status says how
 * the request went, and so may a `message` beside an envelope, which therefore is not taken for the reply.
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

/** Without what says how the request went. `text` never says that, so it may be any word. */
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

/** `undefined` if texts differ: nothing says which of them is the reply. */
function onlyText(texts: readonly string[]): string | undefined {
  return new Set(texts).size === 1 ? texts[0] : undefined;
}
