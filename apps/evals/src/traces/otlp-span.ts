/** The value of an attribute. Bytes are left out. */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue };

export type Attributes = ReadonlyMap<string, AttributeValue>;

/** An attribute as text; empty if it is missing or has no text. */
export function textOf(attributes: Attributes, name: string): string {
  const value = attributes.get(name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export interface OtlpEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

/** A span as received, in JSON or protobuf. */
export interface OtlpSpan {
  /** Lowercase hex. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty if the span has no parent. */
  readonly parentId: string;
  readonly name: string;
  readonly startedNs: bigint;
  readonly endedNs: bigint;
  readonly attributes: Attributes;
  readonly events: readonly OtlpEvent[];
  /** The message of a status with an error, empty if it has no message; `undefined` without an error. */
  readonly error: string | undefined;
  /** `service.name` of the resource. */
  readonly service: string;
  /** Why the span cannot be accepted, found while it was decoded. */
  readonly fault: string | undefined;
}

/** The spans of one request. `surplus` spans were not decoded, because the request has more than allowed. */
export interface OtlpRequest {
  readonly spans: readonly OtlpSpan[];
  readonly surplus: number;
}

export const OTLP_LIMITS = {
  spans: 10_000,
  attributes: 1000,
  events: 1000,
  value_bytes: 1_000_000,
  depth: 32,
  /** Fields of a request in protobuf, and values of one in JSON: decoding them takes at most about 200 ms. */
  protobuf_fields: 1_000_000,
  json_values: 400_000,
} as const;

export const FAULTS = {
  attributes: `a span has at most ${OTLP_LIMITS.attributes.toLocaleString('en')} attributes and as many events`,
  value: `an attribute value has at most ${OTLP_LIMITS.value_bytes.toLocaleString('en')} bytes`,
} as const;

/** The body is not an OTLP request. */
export class OtlpError extends Error {}

/** `STATUS_CODE_ERROR` */
export const ERROR_STATUS = 2;
