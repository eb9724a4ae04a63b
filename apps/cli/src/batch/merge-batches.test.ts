import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeBatches } from './merge-batches.ts';
import type { BatchFile } from './read-batch-file.ts';

const scenario = { interactions: [{ user_message: 'Hello' }] } as BatchFile['scenarios'][number];

function file(name: string, changes: Partial<BatchFile> = {}): BatchFile {
  const scenarios = [{ ...scenario, name }];
  const target = { endpoint: 'http://a', model_id: 'm', rest: {} };
  return { file: `${name}.json`, name, scenarios, ...target, ...changes };
}

describe('mergeBatches', () => {
  it('merges all files into one batch and keeps the fields on which they agree', () => {
    const request = mergeBatches([file('a'), file('b', { attempts: 5 })], {});
    assert.deepEqual(request, {
      test_batch: [
        { ...scenario, name: 'a' },
        { ...scenario, name: 'b' },
      ],
      test_name: 'a and 1 more',
      endpoint: 'http://a',
      model_id: 'm',
      attempts: 5,
    });
  });

  it('options override the fields of batch files', () => {
    const overrides = { endpoint: 'http://b', model_id: 'n', attempts: 2, test_name: 'nightly' };
    assert.partialDeepStrictEqual(mergeBatches([file('a', { attempts: 5 })], overrides), overrides);
  });

  it('keeps an unknown field on which all batch files agree', () => {
    const rest = { protocol: 'openai', weights: { reply: 1 } };
    const [one, two] = [file('a', { rest }), file('b', { rest })];
    assert.partialDeepStrictEqual(mergeBatches([one, two], {}), rest);
    const other = file('b', { rest: { ...rest, protocol: 'agent' } });
    assert.throws(() => mergeBatches([one, other], {}), /do not have the same protocol/);
    assert.throws(() => mergeBatches([one, file('b')], {}), /do not have the same protocol/);
    const overrides = { protocol: 'prompt', weights: {} };
    assert.partialDeepStrictEqual(mergeBatches([one, other], overrides), overrides);
  });

  it('mergeBatches throws if files disagree or a required field is missing', () => {
    const other = file('b', { model_id: 'n' });
    assert.throws(() => mergeBatches([file('a'), other], {}), {
      message: 'the files have different model_ids (m, n): choose one with --model',
      exitCode: 2,
    });
    assert.throws(
      () => mergeBatches([file('a', { endpoint: undefined })], {}),
      /no endpoint: pass --endpoint/,
    );
  });
});
