import { WireType, type BinaryReader } from '@bufbuild/protobuf/wire';
import { FAULTS, OTLP_LIMITS, OtlpError, type AttributeValue } from './otlp-span.ts';

export interface ValueDecoder {
  readonly reader: BinaryReader;
  /** Fields so far. */
  fields: number;
}

export const LENGTH = WireType.LengthDelimited;

/** Calls `read` with each field up to `end`; fields that it does not read are skipped. */
export function readFields(
  decoder: ValueDecoder,
  end: number,
  read: (field: number, type: WireType) => boolean,
): void {
  const { reader } = decoder;
  while (reader.pos < end) {
    decoder.fields += 1;
    if (decoder.fields > OTLP_LIMITS.protobuf_fields) {
      throw new OtlpError('the body has too many fields; send fewer spans at once');
    }
    const [field, type] = reader.tag();
    if (!read(field, type)) reader.skip(type, field);
  }
  if (reader.pos !== end) throw new OtlpError('a message has another length than announced');
}

/** Reads the length of an embedded message and returns where it ends. */
export function messageEnd(reader: BinaryReader, outerEnd: number): number {
  const end = reader.uint32() + reader.pos;
  if (end > outerEnd) throw new OtlpError('the body is incomplete');
  return end;
}

export interface Collected {
  readonly values: Map<string, AttributeValue>;
  count: number;
  fault: string | undefined;
}

export function createAttributes(): Collected {
  return { values: new Map(), count: 0, fault: undefined };
}

/** Reads a KeyValue. */
export function readAttribute(decoder: ValueDecoder, end: number, into: Collected): void {
  const { reader } = decoder;
  into.count += 1;
  if (into.count > OTLP_LIMITS.attributes) into.fault ??= FAULTS.attributes;
  if (end - reader.pos > OTLP_LIMITS.value_bytes) into.fault ??= FAULTS.value;
  if (into.fault !== undefined) {
    reader.pos = end; // the span is rejected
    return;
  }
  const [key, value] = readKeyValue(decoder, end, 0);
  into.values.set(key, value);
}

function readKeyValue(decoder: ValueDecoder, end: number, depth: number): [string, AttributeValue] {
  const { reader } = decoder;
  let key = '';
  let value: AttributeValue = null;
  readFields(decoder, end, (field, type) => {
    if (type !== LENGTH) return false;
    if (field === 1) key = readText(reader, end);
    else if (field === 2) value = readValue(decoder, messageEnd(reader, end), depth);
    else return false;
    return true;
  });
  return [key, value];
}

/** Reads an AnyValue. Bytes are left out. */
function readValue(decoder: ValueDecoder, end: number, depth: number): AttributeValue {
  const { reader } = decoder;
  if (depth > OTLP_LIMITS.depth) throw new OtlpError('an attribute value is nested too deep');
  let value: AttributeValue = null;
  readFields(decoder, end, (field, type) => {
    if (field === 1 && type === LENGTH) value = readText(reader, end);
    else if (field === 2 && type === WireType.Varint) value = reader.bool();
    else if (field === 3 && type === WireType.Varint) value = Number(reader.int64());
    else if (field === 4 && type === WireType.Bit64) value = reader.double();
    else if (type !== LENGTH) return false;
    else if (field === 5) value = readList(decoder, messageEnd(reader, end), depth + 1);
    else if (field === 6) value = readMap(decoder, messageEnd(reader, end), depth + 1);
    else return false;
    return true;
  });
  return value;
}

function readList(decoder: ValueDecoder, end: number, depth: number): readonly AttributeValue[] {
  const items: AttributeValue[] = [];
  readFields(decoder, end, (field, type) => {
    if (field !== 1 || type !== LENGTH) return false;
    items.push(readValue(decoder, messageEnd(decoder.reader, end), depth));
    return true;
  });
  return items;
}

function readMap(decoder: ValueDecoder, end: number, depth: number): AttributeValue {
  const entries: [string, AttributeValue][] = [];
  readFields(decoder, end, (field, type) => {
    if (field !== 1 || type !== LENGTH) return false;
    entries.push(readKeyValue(decoder, messageEnd(decoder.reader, end), depth));
    return true;
  });
  return Object.fromEntries(entries);
}

export function readText(reader: BinaryReader, outerEnd: number): string {
  return UTF8.decode(readBytes(reader, outerEnd));
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Longer ids are invalid, so their rest is not needed. */
const ID_BYTES = 32;

export function readHex(reader: BinaryReader, outerEnd: number): string {
  return Buffer.from(readBytes(reader, outerEnd).subarray(0, ID_BYTES)).toString('hex');
}

function readBytes(reader: BinaryReader, outerEnd: number): Uint8Array {
  const bytes = reader.bytes();
  if (reader.pos > outerEnd) throw new OtlpError('the body is incomplete');
  return bytes;
}
