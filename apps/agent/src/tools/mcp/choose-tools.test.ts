import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseTools } from './choose-tools.ts';

const NAMES = ['read_file', 'read_folder', 'write_file', 'fs/stat'];

function chosen(...patterns: string[]): string[] {
  return [...chooseTools(NAMES, patterns).chosen];
}

describe('the patterns that choose tools', () => {
  it('choose what they match', () => {
    assert.deepEqual(chosen('read_*'), ['read_file', 'read_folder']);
    assert.deepEqual(chosen('*_file', 'fs/stat'), ['read_file', 'write_file', 'fs/stat']);
    assert.deepEqual(chosen('r*_*e*r'), ['read_folder']);
    assert.deepEqual(chosen('read'), []);
  });

  it('take away what begins with an exclamation mark, from all if nothing else is chosen', () => {
    assert.deepEqual(chosen('*_file', '!write_*'), ['read_file']);
    assert.deepEqual(chosen('!write_*'), ['read_file', 'read_folder', 'fs/stat']);
    assert.deepEqual(chosen(), NAMES);
  });

  it('do not let the ends of a pattern overlap', () => {
    assert.deepEqual([...chooseTools(['aba', 'ababa'], ['aba*ba']).chosen], ['ababa']);
  });

  it('are named if they match nothing', () => {
    assert.deepEqual(chooseTools(NAMES, ['read_*', 'delete', '!x*']).unmatched, ['delete', '!x*']);
  });
});
