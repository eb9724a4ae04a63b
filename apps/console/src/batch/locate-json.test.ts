import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { locateJson } from './locate-json.ts';

function faultOf(text: string): string {
  const located = locateJson(text);
  return located.state === 'broken' ? `${located.line}: ${located.message}` : 'none';
}

test('locateJson finds the line of every value', () => {
  const located = locateJson('{\n "a": [1,\n  {"b/c": "x\\n"}],\n\n "d": null}');
  assert.equal(located.state, 'read');
  const lines = ['', '/a', '/a/0', '/a/1', '/a/1/b~1c', '/d', '/d/e/f', '/nothing'];
  assert.deepEqual(
    lines.map((pointer) => located.state === 'read' && located.lineOf(pointer)),
    [1, 2, 2, 3, 3, 5, 5, 1],
  );
});

test('locateJson reports a syntax error with its line and a message', () => {
  assert.equal(faultOf('{\n"a": 1,\n}'), '3: extra comma before }');
  assert.equal(faultOf('[1,\n2,]'), '2: extra comma before ]');
  assert.equal(faultOf('{\n"a": 1\n"b": 2}'), '3: a comma or } is missing');
  assert.equal(faultOf('{"a" 1}'), '1: a colon is missing after "a"');
  assert.equal(faultOf("{\n\n'a': 1}"), '3: the name of a field is expected, in double quotes');
  assert.equal(faultOf('{"a": nope}'), '1: nope is not a value; strings need double quotes');
  assert.equal(
    faultOf('["a\n"]'),
    '1: this text does not end, or has a character that must be escaped',
  );
  assert.equal(faultOf('{"a": [1'), '1: the text ends, and a ] is missing');
  assert.equal(faultOf('{"a":'), '1: the text ends where a value is expected');
  assert.equal(faultOf(''), '1: the text ends where a value is expected');
  assert.equal(faultOf('{}\n{}'), '2: unexpected text after the end');
  assert.equal(faultOf('['.repeat(70)), '1: nested more than 64 levels deep');
});

test('locateJson accepts exactly what JSON.parse accepts', () => {
  const json = fc.json({ maxDepth: 4 });
  const broken = fc.tuple(json, fc.nat(), fc.string({ maxLength: 2 })).map(([text, at, put]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + 1);
  });
  fc.assert(
    fc.property(fc.oneof(json, broken), (text) => {
      let value: unknown;
      let isJson = true;
      try {
        value = JSON.parse(text);
      } catch {
        isJson = false;
      }
      const located = locateJson(text);
      assert.equal(located.state, isJson ? 'read' : 'broken', text);
      if (located.state === 'read') assert.deepEqual(located.value, value);
    }),
  );
});
