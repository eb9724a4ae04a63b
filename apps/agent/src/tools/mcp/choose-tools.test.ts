import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseTools } from './choose-tools.ts';

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
