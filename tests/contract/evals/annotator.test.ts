import { PROBE_ITEMS } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import {
  promptBlock,
  isLabelling,
  startJudge,
  startEchoEndpoint,
} from '../../support/data/judged-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';
import type { StubModel } from '../../support/stubs/start-stub-model.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';

const ASK = { intent: 'ask', angry: false };
const REFUSE = { intent: 'refuse', angry: true, nested: { a: 1 } };

const batch = {
  interactions: [
    { user_message: 'Which card?', reference_reply: 'Which card is it?', reference_metadata: ASK },
    { user_message: 'We cannot.', reference_reply: 'No.', reference_metadata: REFUSE },
  ],
};

describe('generated_metadata', () => {
  let echo: Stub;
  let judge: StubModel;
  let evals: Service;
  /** The labels that the annotator returns; `undefined` for an unusable answer. */
  let labels: object | undefined;

  before(async () => {
    echo = await startEchoEndpoint();
    judge = await startJudge((prompt) => {
      if (!isLabelling(prompt)) return verdictFor(prompt, 'C');
      return labels === undefined
        ? 'It is a fine reply.'
        : JSON.stringify({ case_id: prompt.caseId, ...labels });
    });
    evals = await startService('evals', { JUDGE_MODEL: 'stub/judge', JUDGE_BASE_URL: judge.url });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  const run = (changes: object) =>
    evaluate(evals, {
      test_batch: batch,
      history: 'none',
      endpoint: `${echo.url}/v1`,
      ...changes,
    });

  it('comes from the annotator if the endpoint sends none; labels it cannot choose are not scored', async () => {
    labels = { intent: 'refuse', angry: false };
    const answer = await run({});
    const [first, second] = listTurns(answer);
    assert.ok(first && second);
    assert.deepEqual(
      [first.metadata_source, first.generated_metadata],
      ['annotator', { intent: 'refuse', angry: false }],
    );
    const { metadata, 'metadata.intent': intent, 'metadata.angry': angry } = first.scores;
    assert.deepEqual([metadata, intent, angry], [0.5, 0, 1]);
    assert.equal(second.scores['metadata.nested'], null);
    assert.deepEqual(answer.warnings, []);
    assert.deepEqual(
      answer.grading?.map(({ kind, calls }) => [kind, calls]),
      [
        ['annotation', 2],
        ['judge', 2],
        ['probe', PROBE_ITEMS.length],
      ],
    );
    const prompt = judge.prompts.findLast(isLabelling);
    assert.ok(prompt);
    assert.equal(promptBlock(prompt, 'reference'), '');
    assert.match(
      JSON.stringify(prompt.body['response_format']),
      /"enum":\["ask","refuse","other"\]/,
    );
  });

  it('comes from the endpoint if it sends any, and then no annotator is called', async () => {
    await using annotated = await startStub((_, response) =>
      sendJson(response, { message: 'Which card is it?', metadata: { intent: 'ask' } }),
    );
    const earlier = judge.prompts.filter(isLabelling).length;
    const [first] = listTurns(await run({ endpoint: `${annotated.url}/v1` }));
    assert.deepEqual([first?.metadata_source, first?.scores['metadata']], ['endpoint', 0.5]);
    assert.equal(judge.prompts.filter(isLabelling).length, earlier);
  });

  it('comes from the nearest reference if the annotator fails, with a flag and a warning', async () => {
    labels = undefined;
    const answer = await run({});
    const [first] = listTurns(answer);
    assert.deepEqual(
      [first?.metadata_source, first?.generated_metadata, first?.flags],
      ['nearest_reference', ASK, ['annotation_failed']],
    );
    assert.ok(answer.warnings.some((warning) => warning.includes('the annotator failed')));
  });

  it('is not annotated by a model if the judge is off', async () => {
    const earlier = judge.prompts.length;
    const [first] = listTurns(await run({ judge: false }));
    assert.equal(first?.metadata_source, 'nearest_reference');
    assert.equal(judge.prompts.length, earlier);
  });
});
