import type { ScorerTurn } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreTurns } from './score-turns.ts';

const TURN = { conversation: [], reply: '', reference: null, metadata: {}, tool_calls: [] };

async function run(values: readonly (() => unknown)[]) {
  const turns: ScorerTurn[] = values.map((_, at) => ({ ...TURN, id: String(at) }));
  const problems: string[] = [];
  const score = ({ id }: ScorerTurn): unknown => values[Number(id)]?.();
  return { scores: await scoreTurns(score, turns, (one) => problems.push(one)), problems };
}

describe('scoreTurns', () => {
  it('accepts a number, null, an object, and promises of them', async () => {
    const { scores, problems } = await run([
      () => 1,
      () => null,
      () => ({ score: 0.5, reason: 'half', details: [1] }),
      () => Promise.resolve({ score: 0 }),
    ]);
    assert.deepEqual(JSON.parse(JSON.stringify(scores)), [
      { id: '0', score: 1 },
      { id: '1', score: null },
      { id: '2', score: 0.5, reason: 'half', details: [1] },
      { id: '3', score: 0 },
    ]);
    assert.deepEqual(problems, []);
  });

  it('leaves out and reports turns whose score throws or is no score', async () => {
    const bad = [() => 2, () => NaN, () => undefined, () => '1', () => ({}), () => -0.1];
    const broken = () => {
      throw new Error('no dictionary');
    };
    const { scores, problems } = await run([...bad, broken, () => 1]);
    assert.deepEqual(scores, [{ id: '7', score: 1 }]);
    assert.equal(problems.length, 7);
    assert.ok(problems.includes('turn 0: score returned neither null nor a number from 0 to 1'));
    assert.ok(problems.includes('turn 6: no dictionary'));
  });
});
