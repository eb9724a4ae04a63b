/** Builds OTLP/JSON requests for tests. */

export interface TestSpan {
  readonly trace?: string;
  readonly id?: string;
  readonly parent?: string;
  readonly name?: string;
  /** Seconds after `BASE_MS`. */
  readonly at?: number;
  readonly seconds?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly events?: readonly { name: string; attributes: Readonly<Record<string, unknown>> }[];
  readonly error?: string;
}

/** An hour ago, so that all times are within the retention. */
const BASE_MS = Date.now() - 3_600_000;

export function traceId(no: number): string {
  return no.toString(16).padStart(32, '0');
}

export function spanId(no: number): string {
  return no.toString(16).padStart(16, '0');
}

export function toOtlp(spans: readonly TestSpan[], service = 'shop'): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributeList({ 'service.name': service }) },
        scopeSpans: [{ scope: { name: 'test' }, spans: spans.map(toSpan) }],
      },
    ],
  };
}

function toSpan(span: TestSpan): object {
  const { trace = traceId(1), id = spanId(1), parent, name = 'chat', at = 0, seconds = 1 } = span;
  return {
    traceId: trace,
    spanId: id,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name,
    kind: 3,
    startTimeUnixNano: nanoseconds(at),
    endTimeUnixNano: nanoseconds(at + seconds),
    attributes: attributeList(span.attributes ?? {}),
    events: (span.events ?? []).map((event) => ({
      timeUnixNano: nanoseconds(at),
      name: event.name,
      attributes: attributeList(event.attributes),
    })),
    ...(span.error === undefined ? {} : { status: { code: 2, message: span.error } }),
  };
}

function nanoseconds(at: number): string {
  return String(BigInt(Math.round(BASE_MS + at * 1000)) * 1_000_000n);
}

function attributeList(attributes: Readonly<Record<string, unknown>>): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: unknown): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toValue) } };
  if (typeof value === 'object' && value !== null) {
    return { kvlistValue: { values: attributeList({ ...value }) } };
  }
  return { stringValue: String(value) };
}

/** Messages of the current GenAI conventions: `['user', 'Hello']`. */
export function genAiMessages(
  messages: readonly (readonly [role: string, text: string])[],
): string {
  return JSON.stringify(
    messages.map(([role, content]) => ({ role, parts: [{ type: 'text', content }] })),
  );
}
