import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleGraded } from '../testing/example-rows.ts';
import { requireAllTurns } from './export-run.ts';

async function* twoPages(): AsyncGenerator<ReturnType<typeof exampleGraded>[]> {
  yield [exampleGraded(), exampleGraded()];
  yield [exampleGraded()];
}

async function sizesOf(pages: AsyncIterable<readonly unknown[]>): Promise<number[]> {
  const sizes: number[] = [];
  for await (const page of pages) sizes.push(page.length);
  return sizes;
}

describe('the turns of an export', () => {
  it('requireAllTurns passes turns on page by page', async () => {
    assert.deepEqual(await sizesOf(requireAllTurns(twoPages(), 3)), [2, 1]);
  });

  it('requireAllTurns throws if the run changed while it was read', async () => {
    await assert.rejects(sizesOf(requireAllTurns(twoPages(), 4)), /3 of 4 turns found/);
  });
});
