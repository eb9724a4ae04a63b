import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  createAttributes,
  LENGTH,
  messageEnd,
  readAttribute,
  readFields,
  readHex,
  readText,
  type Collected,
  type ValueDecoder,
} from './decode-values.ts';
import {
  ERROR_STATUS,
  FAULTS,
  OTLP_LIMITS,
  OtlpError,
  textOf,
  type OtlpEvent,
  type OtlpRequest,
  type OtlpSpan,
} from './otlp-span.ts';

interface Decoder extends ValueDecoder {
  readonly spans: OtlpSpan[];
  surplus: number;
}

/**
 * Decodes an ExportTraceServiceRequest. Unknown fields, and known ones with another wire type, are skipped. Nothing is
 * allocated for spans and attributes beyond the limits.
 */
export function decodeProtobuf(body: Uint8Array): OtlpRequest {
  const decoder: Decoder = { reader: new BinaryReader(body), spans: [], surplus: 0, fields: 0 };
  try {
    readFields(decoder, body.length, (field, type) => {
      if (field !== 1 || type !== LENGTH) return false;
      readResourceSpans(decoder, messageEnd(decoder.reader, body.length));
      return true;
    });
  } catch (error) {
    if (error instanceof OtlpError) throw error;
    throw new OtlpError('the body is not an OTLP trace request in protobuf');
  }
  return { spans: decoder.spans, surplus: decoder.surplus };
}

/** Encodes an ExportTraceServiceResponse. */
export function encodeResponse(rejected: number, message: string): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  if (rejected > 0) {
    writer.tag(1, LENGTH).fork();
    writer.tag(1, WireType.Varint).int64(rejected).tag(2, LENGTH).string(message);
    writer.join();
  }
  return new Uint8Array(writer.finish());
}

function readResourceSpans(decoder: Decoder, end: number): void {
  const { reader } = decoder;
  const first = decoder.spans.length;
  let service = '';
  readFields(decoder, end, (field, type) => {
    if (type !== LENGTH || field > 2) return false;
    const innerEnd = messageEnd(reader, end);
    if (field === 2) readScopeSpans(decoder, innerEnd);
    else service = readService(decoder, innerEnd);
    return true;
  });
  // The resource may follow its spans.
  for (let at = first; at < decoder.spans.length; at += 1) {
    const span = decoder.spans[at];
    if (span) decoder.spans[at] = { ...span, service };
  }
}

function readService(decoder: Decoder, end: number): string {
  const attributes = createAttributes();
  readFields(decoder, end, (field, type) => {
    if (field !== 1 || type !== LENGTH) return false;
    readAttribute(decoder, messageEnd(decoder.reader, end), attributes);
    return true;
  });
  return textOf(attributes.values, 'service.name');
}

function readScopeSpans(decoder: Decoder, end: number): void {
  const { reader } = decoder;
  readFields(decoder, end, (field, type) => {
    if (field !== 2 || type !== LENGTH) return false;
    const spanEnd = messageEnd(reader, end);
    if (decoder.spans.length < OTLP_LIMITS.spans) decoder.spans.push(readSpan(decoder, spanEnd));
    else {
      decoder.surplus += 1;
      reader.pos = spanEnd;
    }
    return true;
  });
}

function readSpan(decoder: Decoder, end: number): OtlpSpan {
  const { reader } = decoder;
  const attributes = createAttributes();
  const events: OtlpEvent[] = [];
  const ids = { traceId: '', spanId: '', parentId: '' };
  const times = { startedNs: 0n, endedNs: 0n };
  let name = '';
  let error: string | undefined;
  let eventCount = 0;
  const readers: Readonly<Record<number, () => void>> = {
    1: () => (ids.traceId = readHex(reader, end)),
    2: () => (ids.spanId = readHex(reader, end)),
    4: () => (ids.parentId = readHex(reader, end)),
    5: () => (name = readText(reader, end)),
    9: () => readAttribute(decoder, messageEnd(reader, end), attributes),
    11: () => {
      eventCount += 1;
      const eventEnd = messageEnd(reader, end);
      if (eventCount > OTLP_LIMITS.events) reader.pos = eventEnd;
      else events.push(readEvent(decoder, eventEnd, attributes));
    },
    15: () => (error = readStatus(decoder, messageEnd(reader, end))),
  };
  readFields(decoder, end, (field, type) => {
    if (type === WireType.Bit64 && field === 7) times.startedNs = BigInt(reader.fixed64());
    else if (type === WireType.Bit64 && field === 8) times.endedNs = BigInt(reader.fixed64());
    else if (type === LENGTH && readers[field]) readers[field]();
    else return false;
    return true;
  });
  const isTooLong = eventCount > OTLP_LIMITS.events;
  const fault = isTooLong ? FAULTS.attributes : attributes.fault;
  return {
    ...ids,
    ...times,
    name,
    attributes: attributes.values,
    events,
    error,
    service: '',
    fault,
  };
}

/** Faults of an event are faults of its span. */
function readEvent(decoder: Decoder, end: number, ofSpan: Collected): OtlpEvent {
  const { reader } = decoder;
  const attributes = createAttributes();
  let name = '';
  readFields(decoder, end, (field, type) => {
    if (type !== LENGTH) return false;
    if (field === 2) name = readText(reader, end);
    else if (field === 3) readAttribute(decoder, messageEnd(reader, end), attributes);
    else return false;
    return true;
  });
  ofSpan.fault ??= attributes.fault;
  return { name, attributes: attributes.values };
}

function readStatus(decoder: Decoder, end: number): string | undefined {
  const { reader } = decoder;
  let message = '';
  let code = 0;
  readFields(decoder, end, (field, type) => {
    if (field === 2 && type === LENGTH) message = readText(reader, end);
    else if (field === 3 && type === WireType.Varint) code = reader.int32();
    else return false;
    return true;
  });
  return code === ERROR_STATUS ? message : undefined;
}
