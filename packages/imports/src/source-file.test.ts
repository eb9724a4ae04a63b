import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContent } from './source-file.ts';

describe('readContent', () => {
  it('readContent refuses more than 500,000 cells or values, and more than 1,000,000 characters of YAML', () => {
    const yaml = (characters: number): string => `- ${'x'.repeat(characters - 2)}`;
    const numbers = (count: number): string => `[${'1,'.repeat(count - 2)}1]`;
    const row = `${','.repeat(4)}\n`;
    readContent('a.yaml', yaml(1_000_000));
    readContent('a.json', numbers(500_000));
    readContent('a.csv', row.repeat(100_000));
    assert.throws(() => readContent('a.yaml', yaml(1_000_001)), {
      code: 'limit_exceeded',
      message: /more than 1000000 characters of YAML/,
    });
    assert.throws(() => readContent('a.json', numbers(500_001)), {
      code: 'limit_exceeded',
      message: 'the file has more than 500000 values: split it',
    });
    assert.throws(() => readContent('a.csv', `${row.repeat(100_000)},`), {
      code: 'limit_exceeded',
      message: 'the file has more than 500000 cells: split it',
    });
  });
});
