import {
  isTooDeep,
  toStorable,
  toStorableJson,
  type Metadata,
  type ToolCall,
  type Usage,
} from '@assay/contracts';
import { readAnnotations } from './read-annotations.ts';
import { readTextField } from './read-text-field.ts';
import { readToolCalls } from './read-tool-calls.ts';
import { readUsage } from './read-usage.ts';

export type Reading =
  | {
      readonly state: 'text';
      readonly text: string;
      readonly metadata: Metadata | undefined;
      readonly usage: Usage | undefined;
      /** Undefined where the answer tells of none. */
      readonly toolCalls: readonly ToolCall[] | undefined;
      readonly flags: readonly string[];
    }
  | { readonly state: 'unreadable'; readonly message: string };

const HTML = /^\s*(<!--[^]*?-->\s*)?(<!doctype html|<html|<head|<body)/i;
const NOT_TEXT = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip)/;
/** Text may well begin with a bracket; an object or a list of things is JSON. */
const JSON_START = /^\s*(\{\s*["}]|\[\s*[[{"\d\]])/;

/** The reply in the body of a successful answer, whatever its shape. */
export function readReply(body: string, contentType: string): Reading {
  if (body.trim() === '') return unreadable('the answer is empty');
  if (NOT_TEXT.test(contentType)) return unreadable(`the answer is ${contentType}, not text`);
  if (isPage(body, contentType)) return unreadable('the answer is a web page, not a reply');
  if (contentType.startsWith('text/event-stream')) {
    return unreadable('the answer is an event stream, which was not asked for');
  }
  if (JSON_START.test(body) && isTooDeep(body)) return unreadable('the answer is nested too deep');
  const parsed = parseJson(body);
  if (parsed !== undefined) return readJson(parsed.value, body);
  const isText = contentType.startsWith('text/plain');
  if (contentType.includes('json') || (JSON_START.test(body) && !isText)) {
    return unreadable('the answer is not complete JSON');
  }
  return toReading(body, {
    metadata: undefined,
    usage: undefined,
    toolCalls: undefined,
    flags: [],
  });
}

function readJson(value: unknown, body: string): Reading {
  const text = readTextField(value);
  if (hasError(value)) {
    return unreadable(`the endpoint answered with an error: ${body.slice(0, 300)}`);
  }
  const metadata = readAnnotations(value);
  return toReading(text ?? body, {
    metadata: metadata && (toStorableJson(metadata) as Metadata),
    usage: readUsage(value),
    toolCalls: readToolCalls(value),
    flags: text === undefined ? ['raw_body'] : text === '' ? ['empty_reply'] : [],
  });
}

type Beside = Omit<Extract<Reading, { state: 'text' }>, 'state' | 'text'>;

/** Bytes that were no text arrive as replacement characters, NUL and halves of pairs become them. */
function toReading(reply: string, beside: Beside): Reading {
  const { text, changed } = toStorable(reply);
  const broken = changed || text.includes('\uFFFD');
  const flags = broken ? [...beside.flags, 'text_repaired'] : beside.flags;
  return { state: 'text', text, ...beside, flags };
}

function hasError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null
    ? Object.keys(error).length > 0
    : Boolean(error);
}

/** Found by looking at the body; where it is sent as a page, any tag will do. */
function isPage(body: string, contentType: string): boolean {
  if (contentType.startsWith('text/html') && /^\s*</.test(body)) return true;
  return HTML.test(body.slice(0, 2000));
}

/** Undefined where it is not JSON; an object around it, since `null` is JSON too. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function unreadable(message: string): Reading {
  return { state: 'unreadable', message };
}
