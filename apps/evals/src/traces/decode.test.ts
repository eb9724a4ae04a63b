import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJson } from './decode-json.ts';
import { decodeProtobuf, encodeResponse } from './decode-protobuf.ts';
import { FAULTS, OTLP_LIMITS, OtlpError, type AttributeValue, type OtlpSpan } from './otlp-span.ts';
import { toJson, toProtobuf } from '../testing/write-otlp.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 3, noNullPrototype: true },
    ),
  ),
}));
const attributes = fc.array(fc.tuple(text, value), { maxLength: 5 }).map((pairs) => new Map(pairs));
const hex = (bytes: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((id) => Buffer.from(id).toString('hex'));
const time = fc.bigInt({ min: 0n, max: 2n ** 63n });
const span: fc.Arbitrary<OtlpSpan> = fc.record(
  {
    traceId: hex(16),
    spanId: hex(8),
    parentId: fc.oneof(hex(8), fc.constant('')),
    name: text,
    startedNs: time,
    endedNs: time,
    attributes,
    events: fc.array(fc.record({ name: text, attributes }, { noNullPrototype: true }), {
      maxLength: 2,
    }),
    error: fc.option(text, { nil: undefined }),
    service: text,
    fault: fc.constant(undefined),
  },
  { noNullPrototype: true },
);

describe('decoding OTLP', () => {
  it('any spans are the same after encoding and decoding, as protobuf and as JSON', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 4 }), (spans) => {
        assert.deepEqual(decodeProtobuf(toProtobuf(spans)), { spans, surplus: 0 });
        assert.deepEqual(decodeJson(toJson(spans)), { spans, surplus: 0 });
      }),
    );
  });

  it('any bytes, and a request with any bytes changed or cut off, are decoded or refused with an OtlpError', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 });
    const damaged = fc
      .tuple(fc.array(span, { minLength: 1, maxLength: 2 }), changes, fc.nat())
      .map(([spans, given, length]) => {
        const bytes = Uint8Array.from(toProtobuf(spans));
        for (const [at, byte] of given) bytes[at % bytes.length] = byte;
        return bytes.subarray(0, given.length === 0 ? length % bytes.length : bytes.length);
      });
    const bodies = fc.oneof(damaged, fc.uint8Array({ maxLength: 200 }));
    fc.assert(
      fc.property(bodies, (body) => {
        for (const decode of [decodeProtobuf, decodeJson]) {
          try {
            decode(body);
          } catch (error) {
            assert.ok(error instanceof OtlpError, String(error));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a request that is cut off at any byte is refused, except between two resources', () => {
    const [one] = fc.sample(span, { seed: 7, numRuns: 1 });
    assert.ok(one);
    const whole = toProtobuf([one]);
    for (let length = 1; length < whole.length; length += 1) {
      assert.throws(() => decodeProtobuf(whole.subarray(0, length)), OtlpError, `${length} bytes`);
    }
    assert.equal(decodeProtobuf(whole).spans.length, 1);
  });

  const example = (given: Partial<OtlpSpan>): OtlpSpan => ({
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    parentId: '',
    name: 'chat',
    startedNs: 1n,
    endedNs: 2n,
    attributes: new Map(),
    events: [],
    error: undefined,
    service: 'shop',
    fault: undefined,
    ...given,
  });
  const both = (given: OtlpSpan): readonly (OtlpSpan | undefined)[] => [
    decodeProtobuf(toProtobuf([given])).spans[0],
    decodeJson(toJson([given])).spans[0],
  ];

  it('spans with too many attributes or events or a too large value get a fault', () => {
    const many = Array.from({ length: OTLP_LIMITS.attributes + 1 }, (_, no) => `${no}`);
    const large = new Map([['a', 'ä'.repeat(OTLP_LIMITS.value_bytes / 2 + 1)]]);
    const events = many.map((name) => ({ name, attributes: new Map() }));
    const attributesOf = new Map(many.map((name) => [name, 1]));
    const cases: [Partial<OtlpSpan>, string][] = [
      [{ attributes: attributesOf }, FAULTS.attributes],
      [{ events }, FAULTS.attributes],
      [{ events: [{ name: 'x', attributes: attributesOf }] }, FAULTS.attributes],
      [{ attributes: large }, FAULTS.value],
      [{ events: [{ name: 'x', attributes: large }] }, FAULTS.value],
    ];
    for (const [given, fault] of cases) {
      for (const decoded of both(example(given))) assert.equal(decoded?.fault, fault);
    }
  });

  it('values that are nested too deep are refused', () => {
    const nest = (depth: number): AttributeValue => (depth === 0 ? 'x' : [nest(depth - 1)]);
    const given = (depth: number): OtlpSpan =>
      example({ attributes: new Map([['a', nest(depth)]]) });
    assert.ok(both(given(OTLP_LIMITS.depth)).every((decoded) => decoded?.fault === undefined));
    const deep = given(500);
    assert.throws(() => decodeProtobuf(toProtobuf([deep])), /nested too deep/);
    assert.throws(() => decodeJson(toJson([deep])), /levels of nesting/);
  });

  it('spans beyond the limit of a request are counted, not decoded', () => {
    const spans = Array.from({ length: OTLP_LIMITS.spans + 5 }, () => example({}));
    for (const decoded of [decodeProtobuf(toProtobuf(spans)), decodeJson(toJson(spans))]) {
      assert.deepEqual([decoded.spans.length, decoded.surplus], [OTLP_LIMITS.spans, 5]);
    }
  });

  it('a known field with another wire type is skipped', () => {
    const writer = new BinaryWriter()
      .tag(1, WireType.Varint)
      .bool(true)
      .tag(1, WireType.Bit64)
      .double(1);
    assert.deepEqual(decodeProtobuf(writer.finish()), { spans: [], surplus: 0 });
  });

  it('text that is not UTF-8 and lengths of four gigabytes are refused', () => {
    const broken = Buffer.from(toProtobuf([example({ name: 'PLACE' })]));
    broken[broken.indexOf('PLACE')] = 0xff;
    assert.throws(() => decodeProtobuf(broken), OtlpError);
    assert.throws(
      () => decodeProtobuf(Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f)),
      OtlpError,
    );
    assert.throws(() => decodeProtobuf(new Uint8Array(100).fill(0xff)), OtlpError);
    assert.throws(() => decodeJson(Uint8Array.of(0x22, 0xff, 0x22)), /not UTF-8/);
  });

  it('a response has the number of rejected spans and the reason, and is empty without any', () => {
    assert.equal(encodeResponse(0, '').length, 0);
    const expected = [0x0a, 6, 0x08, 3, 0x12, 2, 0x6e, 0x6f];
    assert.deepEqual([...encodeResponse(3, 'no')], expected);
  });
});
