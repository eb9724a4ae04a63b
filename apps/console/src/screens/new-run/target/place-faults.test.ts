import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLines, placeFaults } from './place-faults.ts';

function fault(pointer: string, detail = 'is wrong') {
  return { pointer, detail };
}

test('errors of the service are placed at the fields that they are about', () => {
  const { fields, whole, bodies } = placeFaults([
    fault('/target/path'),
    fault('/target/headers/cookie', 'is not allowed'),
    fault('/target/headers/host', 'is not allowed'),
    fault('/target/session/open/path'),
    fault('/target/session'),
    fault('/target/body/a/b'),
    fault('/target/session/open/body'),
    fault('/target', 'needs a message'),
    fault('/target/bodyy', 'is not a known field'),
    fault('/targets'),
    fault('/endpoint'),
  ]);
  assert.deepEqual(fields, {
    path: 'is wrong',
    headers: 'cookie is not allowed; host is not allowed',
    openPath: 'is wrong',
    session: 'is wrong',
  });
  assert.deepEqual(whole, ['needs a message', '/bodyy is not a known field']);
  assert.deepEqual(bodies, { body: [fault('/a/b')], openBody: [fault('')] });
});

test('errors in a body have the line of their value; a syntax error is shown alone', () => {
  const text = '{\n  "a": {\n    "b": "{{x}}"\n  }\n}';
  const at = (body: string) => findLines({ method: 'POST', text: body }, [fault('/a/b')]);
  assert.deepEqual(at(text), [{ level: 'error', line: 3, text: '/a/b is wrong' }]);
  assert.deepEqual(at(''), [{ level: 'error', line: 1, text: '/a/b is wrong' }]);
  assert.deepEqual(at('{\n'), [
    { level: 'error', line: 2, text: 'the name of a field is expected, in double quotes' },
  ]);
});
