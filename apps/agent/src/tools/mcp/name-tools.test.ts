import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameTools } from './name-tools.ts';

describe('nameTools', () => {
  it('prefixes MCP tool names with the server name, and uses only characters that OpenAI accepts', () => {
    assert.deepEqual(nameTools('docs', ['read_file', 'files/größe.get']), [
      'docs__read_file',
      'docs__files_gr__e_get',
    ]);
  });

  it('appends a hash if two MCP tool names are equal after truncation or replacement', () => {
    const long = 'x'.repeat(70);
    const names = nameTools('docs', [`${long}a`, `${long}b`, 'a.b', 'a_b']);
    assert.equal(new Set(names).size, 4);
    assert.ok(
      names.every((name) => /^[\w-]{1,64}$/.test(name)),
      names.join(),
    );
    assert.match(names[0] ?? '', /^docs__x{49}_[0-9a-f]{8}$/);
    assert.match(names[2] ?? '', /^docs__a_b_[0-9a-f]{8}$/);
    assert.equal(names[3], 'docs__a_b');
    const others = nameTools('docs', ['a_b', 'z', `${long}b`, `${long}a`]);
    assert.deepEqual([others[0], others[3]], ['docs__a_b', names[0]]);
  });
});
