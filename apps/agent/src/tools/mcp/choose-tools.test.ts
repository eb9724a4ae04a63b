import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseTools, nameTools } from './choose-tools.ts';

const NAMES = ['read_file', 'read_folder', 'write_file', 'fs/stat'];

function chosen(...patterns: string[]): string[] {
  return [...chooseTools(NAMES, patterns).chosen];
}

describe('chooseTools', () => {
  it('selects the tools that a pattern matches', () => {
    assert.deepEqual(chosen('read_*'), ['read_file', 'read_folder']);
    assert.deepEqual(chosen('*_file', 'fs/stat'), ['read_file', 'write_file', 'fs/stat']);
    assert.deepEqual(chosen('r*_*e*r'), ['read_folder']);
    assert.deepEqual(chosen('read'), []);
  });

  it('a pattern with ! excludes tools, from all tools if no other pattern selects any', () => {
    assert.deepEqual(chosen('*_file', '!write_*'), ['read_file']);
    assert.deepEqual(chosen('!write_*'), ['read_file', 'read_folder', 'fs/stat']);
    assert.deepEqual(chosen(), NAMES);
  });

  it('the ends of a tool pattern must not overlap in the name', () => {
    assert.deepEqual([...chooseTools(['aba', 'ababa'], ['aba*ba']).chosen], ['ababa']);
  });

  it('reports tool patterns that match nothing', () => {
    assert.deepEqual(chooseTools(NAMES, ['read_*', 'delete', '!x*']).unmatched, ['delete', '!x*']);
  });
});

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
