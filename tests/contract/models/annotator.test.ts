import { collectLabelKinds, createAnnotator, type Annotation } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  openModelAccess,
  startStubModel,
  type ReceivedPrompt,
  type StubAnswer,
} from '../../support/stubs/start-stub-model.ts';
import { startService } from '../../support/services/start-service.ts';

const { signal } = new AbortController();

const LABELS = collectLabelKinds([
  { intent: 'offer_action', urgent: true, amount: 2 },
  { intent: 'close', sentiment: 'positive' },
]);

const GOOD = { intent: 'close', urgent: false, amount: 3, sentiment: 'other' };

const fill = ({ caseId }: ReceivedPrompt, labels: object = GOOD): string =>
  JSON.stringify({ case_id: caseId, ...labels });

describe('an annotator', () => {
  const reach = openModelAccess();
  after(() => reach[Symbol.asyncDispose]());

  async function annotate(
    answer: (prompt: ReceivedPrompt) => StubAnswer,
    labels = LABELS,
  ): Promise<{ annotation: Annotation; prompts: readonly ReceivedPrompt[] }> {
    await using stub = await startStubModel(answer);
    const annotator = createAnnotator({ complete: reach.completeAt(stub.url), model: 'm/1' });
    const question = { conversation: [], userMessage: 'Bye', reply: 'Goodbye', labels };
    return { annotation: await annotator(question, signal), prompts: stub.prompts };
  }

  it('chooses among the labels of the batch and "other", in one call', async () => {
    const { annotation, prompts } = await annotate((prompt) => fill(prompt));
    assert.ok(annotation.state === 'annotated');
    assert.deepEqual(annotation.metadata, GOOD);
    assert.deepEqual([annotation.outputMode, annotation.answers], ['json_schema', 1]);
    const { body, user, nonce } = prompts[0] ?? assert.fail();
    const { json_schema } = body['response_format'] as {
      json_schema: { schema: { properties: Record<string, { enum?: string[]; type: string }> } };
    };
    const { intent, urgent, amount, sentiment } = json_schema.schema.properties;
    assert.deepEqual(intent?.enum, ['offer_action', 'close', 'other']);
    assert.deepEqual(sentiment?.enum, ['positive', 'other']);
    assert.deepEqual([urgent?.type, amount?.type], ['boolean', 'number']);
    assert.equal(
      user,
      `<message-${nonce}>\nBye\n</message-${nonce}>\n<reply-${nonce}>\nGoodbye\n</reply-${nonce}>`,
    );
  });

  it('falls back to the same structured-output strategies as a judge', async () => {
    const byTool = await annotate((prompt) =>
      prompt.outputMode === 'json_schema'
        ? { status: 400, says: 'no response_format' }
        : { calls: [['annotations', fill(prompt)]] },
    );
    assert.ok(byTool.annotation.state === 'annotated');
    assert.equal(byTool.annotation.outputMode, 'tool_call');
    const byLine = await annotate((prompt) =>
      prompt.outputMode === 'last_line'
        ? `A farewell.\n${prompt.caseId} ${JSON.stringify(GOOD)}`
        : { status: 400, says: 'no response_format, no tools' },
    );
    assert.ok(byLine.annotation.state === 'annotated');
    assert.deepEqual(byLine.annotation.metadata, GOOD);
    assert.equal(byLine.annotation.outputMode, 'last_line');
  });

  it('is called once more if a label is not allowed, and then fails', async () => {
    const wrong = { ...GOOD, intent: 'hello' };
    const repaired = await annotate((prompt) => fill(prompt, prompt.before === 0 ? wrong : GOOD));
    assert.ok(repaired.annotation.state === 'annotated');
    assert.match(repaired.prompts[1]?.system ?? '', /its intent is missing or none of the allowed/);
    const failed = await annotate((prompt) => fill(prompt, wrong));
    assert.ok(failed.annotation.state === 'annotation_failed');
    assert.deepEqual([failed.annotation.failure.kind, failed.prompts.length], ['unreadable', 2]);
    const fooled = await annotate(() => JSON.stringify({ case_id: 'x', ...GOOD }));
    assert.ok(fooled.annotation.state === 'annotation_failed');
    assert.equal(fooled.annotation.failure.kind, 'untrusted');
    const away = await annotate(() => ({ status: 401, says: 'who are you' }));
    assert.ok(away.annotation.state === 'annotation_failed');
    assert.equal(away.annotation.failure.kind, 'auth');
  });

  it('is not called if there is no label to choose', async () => {
    const { annotation, prompts } = await annotate(() => '', new Map());
    assert.ok(annotation.state === 'annotated');
    assert.deepEqual([annotation.metadata, prompts.length], [{}, 0]);
  });

  it('labels a known reply like its batch', async () => {
    await using simulator = await startService('simulator');
    const annotator = createAnnotator({
      complete: reach.completeAt(simulator.url),
      model: 'sim/annotator',
    });
    const annotation = await annotator(
      {
        conversation: [],
        userMessage: 'I think I left my debit card on the tram. What do I do?',
        reply: "Let's block it straight away. I see one debit card, ending 4471. Shall I block it?",
        labels: LABELS,
      },
      signal,
    );
    assert.ok(annotation.state === 'annotated', JSON.stringify(annotation));
    assert.deepEqual(annotation.metadata, {
      intent: 'offer_action',
      urgent: false,
      amount: 0,
      sentiment: 'other',
    });
  });
});
