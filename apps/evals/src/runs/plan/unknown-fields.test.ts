import {
  EvaluationRequest,
  Interaction,
  InteractionResult,
  ScenarioResult,
  TestBatch,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFieldNames, findMeant } from './unknown-fields.ts';

const REQUEST = Object.keys(EvaluationRequest.shape);
const SCENARIO = Object.keys(TestBatch.shape);
const INTERACTION = Object.keys(Interaction.shape);

function check(fields: object): readonly string[] {
  const smallest = { endpoint: 'http://x/', model_id: 'm', test_batch: batch({}) };
  return checkFieldNames(EvaluationRequest.parse({ ...smallest, ...fields }));
}

function batch(fields: object): object {
  return { interactions: [{ user_message: 'a' }, { user_message: 'b', ...fields }] };
}

describe('findMeant', () => {
  for (const [name, known, meant] of [
    ['refrence_reply', INTERACTION, 'reference_reply'],
    ['referenceReply', INTERACTION, 'reference_reply'],
    ['Reference-Reply', INTERACTION, 'reference_reply'],
    ['refernece_reply', INTERACTION, 'reference_reply'],
    ['reference_replies', INTERACTION, undefined],
    ['reference', INTERACTION, undefined],
    ['check', INTERACTION, 'checks'],
    ['ID', INTERACTION, 'id'],
    ['idx', INTERACTION, undefined],
    ['attemps', REQUEST, 'attempts'],
    ['atempts', REQUEST, 'attempts'],
    ['attempt', REQUEST, 'attempts'],
    ['modelId', REQUEST, 'model_id'],
    ['tag', REQUEST, 'tags'],
    ['team', REQUEST, undefined],
    ['page', REQUEST, undefined],
    ['nmae', SCENARIO, 'name'],
    ['game', SCENARIO, undefined],
    ['interaction', SCENARIO, 'interactions'],
    ['owner', SCENARIO, undefined],
    ['', SCENARIO, undefined],
  ] as const) {
    it(`findMeant reads "${name}" as ${meant ?? 'a field of the caller'}`, () => {
      assert.equal(findMeant(name, known), meant);
    });
  }

  it('findMeant treats no field of a result as misspelled, because results are posted again', () => {
    for (const [result, known] of [
      [ScenarioResult, SCENARIO],
      [InteractionResult, INTERACTION],
    ] as const) {
      for (const name of Object.keys(result.shape)) {
        if (!known.includes(name)) assert.equal(findMeant(name, known), undefined, name);
      }
    }
  });
});

describe('checkFieldNames', () => {
  it('checkFieldNames gives the path of a misspelled field and the name that was probably meant', () => {
    const misspelled = batch({ refrence_reply: 'x' });
    assert.deepEqual(check({ attemps: 3, test_batch: misspelled }), [
      'test_batch.interactions[1].refrence_reply is not a known field; did you mean reference_reply?',
      'attemps is not a known field; did you mean attempts?',
    ]);
    assert.deepEqual(check({ test_batch: [batch({}), misspelled] }), [
      'test_batch[1].interactions[1].refrence_reply is not a known field; did you mean reference_reply?',
    ]);
  });

  it('checkFieldNames says where the instructions of the judge belong', () => {
    const sentence = 'judge_instructions is not a known field; did you mean judge.instructions?';
    const judge_instructions = 'Be strict';
    assert.deepEqual(check({ judge_instructions, test_batch: batch({ judge_instructions }) }), [
      `test_batch.interactions[1].${sentence}`,
      sentence,
    ]);
  });

  it('checkFieldNames ignores other unknown fields and parameters', () => {
    const test_batch = batch({ difficulty: 3 });
    assert.deepEqual(check({ team: 'blue', parameters: { attemps: 1 }, test_batch }), []);
  });

  it('checkFieldNames lists 20 misspelled fields and counts the rest', () => {
    const interactions = Array.from({ length: 51 }, () => ({ user_message: 'a', cheks: [] }));
    const warnings = check({ test_batch: { interactions } });
    assert.equal(warnings.length, 21);
    assert.equal(warnings.at(-1), 'and 31 more fields that are spelled almost like known ones');
  });

  it('checkFieldNames rejects misspelled fields if strict, and accepts other unknown fields', () => {
    const errors = [
      {
        pointer: '/test_batch/interactions/1/cheks',
        detail: 'is not a known field; did you mean checks?',
      },
      { pointer: '/attemps', detail: 'is not a known field; did you mean attempts?' },
    ];
    assert.throws(() => check({ strict: true, attemps: 3, test_batch: batch({ cheks: [] }) }), {
      code: 'invalid_request',
      errors,
    });
    assert.deepEqual(check({ strict: true, team: 'blue' }), []);
  });
});
