import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAIR_FILES, pairsTable, showPairsLine } from './labelled-pairs.ts';

describe('human-labelled replies', () => {
  const table = pairsTable();

  for (const file of PAIR_FILES) {
    it(`${file}: consistency flags most wrong replies of its target classes, and few correct ones`, (context) => {
      const lines = table.filter((line) => line.file === file);
      for (const line of lines) context.diagnostic(showPairsLine(line));
      for (const line of lines) assert.ok(line.passes, showPairsLine(line));
      assert.equal(lines.filter((line) => line.bound !== null).length, 2);
    });
  }
});
