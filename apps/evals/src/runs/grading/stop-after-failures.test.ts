import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stopAfterFailures } from './stop-after-failures.ts';

type Answer =
  | { readonly state: 'ok' }
  | { readonly state: 'bad'; readonly failure: { kind: 'timeout' | 'untrusted'; message: string } };

const OK: Answer = { state: 'ok' };
const bad = (kind: 'timeout' | 'untrusted'): Answer => ({
  state: 'bad',
  failure: { kind, message: 'x' },
});
const { signal } = new AbortController();

/** How often a model is asked that answers with these, then with the last of them. */
async function countAsked(times: number, ...answers: readonly Answer[]): Promise<number> {
  let asked = 0;
  const ask = stopAfterFailures(
    () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? OK),
    {
      model: 'm',
      state: 'bad',
    },
  );
  for (let n = 0; n < times; n += 1) await ask(undefined, signal);
  return asked;
}

describe('giving a judge up', () => {
  it('takes five failures where it never answered, twenty in a row where it did', async () => {
    assert.equal(await countAsked(100, bad('timeout')), 5);
    assert.equal(await countAsked(100, OK, bad('timeout')), 21);
    const blip = Array.from({ length: 19 }, () => bad('timeout'));
    assert.equal(await countAsked(100, OK, ...blip, OK), 100);
  });

  it('is not for what the texts are to blame for', async () => {
    assert.equal(await countAsked(50, bad('untrusted')), 50);
  });

  it('says that it was not asked', async () => {
    const ask = stopAfterFailures(() => Promise.resolve(bad('timeout')), {
      model: 'm',
      state: 'bad',
    });
    for (let n = 0; n < 5; n += 1) await ask(undefined, signal);
    const answer = await ask(undefined, signal);
    assert.ok('failure' in answer);
    assert.deepEqual([answer.state, answer.failure.kind], ['bad', 'circuit_open']);
    assert.match(answer.failure.message, /m gave no usable answer 5 times in a row/);
  });
});
