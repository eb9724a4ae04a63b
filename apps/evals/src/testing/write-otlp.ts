import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { AttributeValue, OtlpSpan } from '../traces/otlp-span.ts';

const LENGTH = WireType.LengthDelimited;

function message(
  writer: BinaryWriter,
  field: number,
  write: (inner: BinaryWriter) => unknown,
): void {
  writer.tag(field, LENGTH).fork();
  write(writer);
  writer.join();
}

function writeAttributes(
  writer: BinaryWriter,
  field: number,
  all: Iterable<[string, AttributeValue]>,
): void {
  for (const [key, value] of all) {
    message(writer, field, (pair) => {
      pair.tag(1, LENGTH).string(key);
      message(pair, 2, (inner) => writeValue(inner, value));
    });
  }
}

function writeValue(writer: BinaryWriter, value: AttributeValue): void {
  if (typeof value === 'string') writer.tag(1, LENGTH).string(value);
  else if (typeof value === 'boolean') writer.tag(2, WireType.Varint).bool(value);
  else if (typeof value === 'number' && Number.isSafeInteger(value))
    writer.tag(3, WireType.Varint).int64(value);
  else if (typeof value === 'number') writer.tag(4, WireType.Bit64).double(value);
  else if (Array.isArray(value)) {
    message(writer, 5, (list) => {
      for (const item of value as AttributeValue[])
        message(list, 1, (inner) => writeValue(inner, item));
    });
  } else if (value !== null)
    message(writer, 6, (map) => writeAttributes(map, 1, Object.entries(value)));
}

/** One resource for each span, with fields of later versions in between. */
export function toProtobuf(spans: readonly OtlpSpan[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const span of spans) {
    message(writer, 1, (ofResource) => {
      message(ofResource, 2, (ofScope) => message(ofScope, 2, (inner) => writeSpan(inner, span)));
      const resource: [string, AttributeValue][] = [['service.name', span.service]];
      message(ofResource, 1, (inner) => writeAttributes(inner, 1, resource));
      ofResource.tag(99, LENGTH).string('later');
    });
  }
  return writer.finish();
}

function writeSpan(writer: BinaryWriter, span: OtlpSpan): void {
  writer.tag(1, LENGTH).bytes(Buffer.from(span.traceId, 'hex'));
  writer.tag(2, LENGTH).bytes(Buffer.from(span.spanId, 'hex'));
  if (span.parentId !== '') writer.tag(4, LENGTH).bytes(Buffer.from(span.parentId, 'hex'));
  writer.tag(5, LENGTH).string(span.name).tag(6, WireType.Varint).int32(3);
  writer
    .tag(7, WireType.Bit64)
    .fixed64(span.startedNs)
    .tag(8, WireType.Bit64)
    .fixed64(span.endedNs);
  writeAttributes(writer, 9, span.attributes);
  for (const event of span.events) {
    message(writer, 11, (inner) => {
      inner.tag(2, LENGTH).string(event.name);
      writeAttributes(inner, 3, event.attributes);
    });
  }
  writer.tag(77, WireType.Bit32).fixed32(1).tag(78, WireType.Varint).bool(true);
  const { error } = span;
  if (error === undefined) return;
  message(writer, 15, (inner) =>
    inner.tag(2, LENGTH).string(error).tag(3, WireType.Varint).int32(2),
  );
}

export function toJson(spans: readonly OtlpSpan[]): Uint8Array {
  const list = (all: Iterable<[string, AttributeValue]>): object[] =>
    [...all].map(([key, value]) => ({ key, value: jsonValue(value) }));
  const jsonValue = (value: AttributeValue): object => {
    if (typeof value === 'string') return { stringValue: value };
    if (typeof value === 'boolean') return { boolValue: value };
    if (typeof value === 'number')
      return Number.isSafeInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
    if (Array.isArray(value)) return { arrayValue: { values: value.map(jsonValue) } };
    return value === null ? {} : { kvlistValue: { values: list(Object.entries(value)) } };
  };
  const resourceSpans = spans.map((span) => ({
    resource: { attributes: list([['service.name', span.service]]) },
    scopeSpans: [
      {
        spans: [
          {
            traceId: span.traceId.toUpperCase(),
            spanId: span.spanId,
            parentSpanId: span.parentId,
            name: span.name,
            startTimeUnixNano: String(span.startedNs),
            endTimeUnixNano: String(span.endedNs),
            attributes: list(span.attributes),
            events: span.events.map(({ name, attributes }) => ({
              name,
              attributes: list(attributes),
            })),
            status:
              span.error === undefined ? {} : { code: 'STATUS_CODE_ERROR', message: span.error },
          },
        ],
      },
    ],
  }));
  return Buffer.from(JSON.stringify({ resourceSpans, later: 1 }));
}
