import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stopAfterFailures } from './open-judges.ts';

type Answer =
  | { readonly state: 'ok' }
  | { readonly state: 'bad'; readonly failure: { kind: 'timeout' | 'untrusted'; message: string } };

const OK: Answer = { state: 'ok' };
const bad = (kind: 'timeout' | 'untrusted'): Answer => ({
  state: 'bad',
  failure: { kind, message: 'x' },
});
const { signal } = new AbortController();

/** Counts the calls to a model that gives these answers and then repeats the last one. */
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

describe('stopAfterFailures', () => {
  it('stopAfterFailures stops after 5 failures of a model that never answered, or 20 in a row of one that did', async () => {
    assert.equal(await countAsked(100, bad('timeout')), 5);
    assert.equal(await countAsked(100, OK, bad('timeout')), 21);
    const blip = Array.from({ length: 19 }, () => bad('timeout'));
    assert.equal(await countAsked(100, OK, ...blip, OK), 100);
  });

  it('stopAfterFailures does not count failures that are caused by the text', async () => {
    assert.equal(await countAsked(50, bad('untrusted')), 50);
  });

  it('stopAfterFailures fails with circuit_open once it has stopped', async () => {
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
