import { findExcess } from '@fairtrial/contracts';
import {
  ERROR_STATUS,
  FAULTS,
  OTLP_LIMITS,
  OtlpError,
  textOf,
  type Attributes,
  type AttributeValue,
  type OtlpEvent,
  type OtlpRequest,
  type OtlpSpan,
} from './otlp-span.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Decodes a request in OTLP/JSON: ids are hex, 64-bit numbers are strings or numbers, unknown fields are ignored. */
export function decodeJson(body: Uint8Array): OtlpRequest {
  const json = readUtf8(body);
  // A list in an attribute takes four levels: value, arrayValue, values, item.
  const limits = { depth: OTLP_LIMITS.depth * 4, values: OTLP_LIMITS.json_values };
  const excess = findExcess(json, limits);
  if (excess)
    throw new OtlpError(
      `${excess.pointer}: too many values or levels of nesting; send fewer spans at once`,
    );
  const spans: OtlpSpan[] = [];
  let surplus = 0;
  for (const resourceSpans of list(fields(parse(json)), 'resourceSpans')) {
    const resource = readAttributes(fields(fields(resourceSpans)['resource'])).attributes;
    const service = textOf(resource, 'service.name');
    for (const scopeSpans of list(fields(resourceSpans), 'scopeSpans')) {
      const given = list(fields(scopeSpans), 'spans');
      const accepted = given.slice(0, OTLP_LIMITS.spans - spans.length);
      for (const span of accepted) spans.push(readSpan(fields(span), service));
      surplus += given.length - accepted.length;
    }
  }
  return { spans, surplus };
}

function readUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new OtlpError('the body is not UTF-8');
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new OtlpError('the body is not JSON');
  }
}

function readSpan(span: Fields, service: string): OtlpSpan {
  const own = readAttributes(span);
  const events = list(span, 'events');
  const readEvents = events.slice(0, OTLP_LIMITS.events).map((event) => readEvent(fields(event)));
  const isTooLong = events.length > OTLP_LIMITS.events;
  const faults = [own.fault, ...readEvents.map(({ fault }) => fault)];
  const status = fields(span['status']);
  const isError = status['code'] === ERROR_STATUS || status['code'] === 'STATUS_CODE_ERROR';
  return {
    traceId: text(span, 'traceId').toLowerCase(),
    spanId: text(span, 'spanId').toLowerCase(),
    parentId: text(span, 'parentSpanId').toLowerCase(),
    name: text(span, 'name'),
    startedNs: nanoseconds(span['startTimeUnixNano']),
    endedNs: nanoseconds(span['endTimeUnixNano']),
    attributes: own.attributes,
    events: readEvents.map(({ event }) => event),
    error: isError ? text(status, 'message') : undefined,
    service,
    fault: isTooLong ? FAULTS.attributes : faults.find((fault) => fault !== undefined),
  };
}

function readEvent(event: Fields): { event: OtlpEvent; fault: string | undefined } {
  const { attributes, fault } = readAttributes(event);
  return { event: { name: text(event, 'name'), attributes }, fault };
}

interface ReadAttributes {
  readonly attributes: Attributes;
  readonly fault: string | undefined;
}

function readAttributes(owner: Fields): ReadAttributes {
  const given = list(owner, 'attributes');
  if (given.length > OTLP_LIMITS.attributes) {
    return { attributes: new Map(), fault: FAULTS.attributes };
  }
  const attributes = new Map<string, AttributeValue>();
  let fault: string | undefined;
  for (const item of given) {
    const value = toValue(fields(fields(item)['value']), 0);
    // A character has at most three bytes per UTF-16 unit; only values near the limit are measured.
    const isLarge = typeof value === 'string' && value.length > OTLP_LIMITS.value_bytes / 3;
    if (isLarge && Buffer.byteLength(value) > OTLP_LIMITS.value_bytes) fault = FAULTS.value;
    else attributes.set(text(fields(item), 'key'), value);
  }
  return { attributes, fault };
}

function toValue(value: Fields, depth: number): AttributeValue {
  if (depth > OTLP_LIMITS.depth) throw new OtlpError('an attribute value is nested too deep');
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  const number = intValue ?? doubleValue;
  if (typeof number === 'string' || typeof number === 'number') return Number(number);
  if (arrayValue !== undefined) {
    return list(fields(arrayValue), 'values').map((item) => toValue(fields(item), depth + 1));
  }
  if (kvlistValue === undefined) return null;
  const entries = list(fields(kvlistValue), 'values').map(fields);
  return Object.fromEntries(
    entries.map((entry) => [text(entry, 'key'), toValue(fields(entry['value']), depth + 1)]),
  );
}

function fields(value: unknown): Fields {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new OtlpError('the body is not an OTLP trace request');
  }
  return value as Fields;
}

function list(owner: Fields, name: string): readonly unknown[] {
  const value = owner[name] ?? [];
  if (!Array.isArray(value)) throw new OtlpError(`${name} must be a list`);
  return value as readonly unknown[];
}

function text(owner: Fields, name: string): string {
  const value = owner[name] ?? '';
  if (typeof value !== 'string') throw new OtlpError(`${name} must be text`);
  return value;
}

const DIGITS = /^\d{1,20}$/;

/** Returns 0 for anything that is not a time; such spans are rejected one by one. */
function nanoseconds(value: unknown): bigint {
  if (typeof value === 'string') return DIGITS.test(value) ? BigInt(value) : 0n;
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? BigInt(value) : 0n;
}
