import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  openModelAccess,
  type ReceivedPrompt,
  type StubAnswer,
} from '../../support/stubs/start-stub-model.ts';
import { stubJudge, verdictFor } from '../../support/stubs/stub-judge.ts';

describe("a judge's answer", () => {
  const reach = openModelAccess();
  after(() => reach[Symbol.asyncDispose]());
  const { judge: judgeWith, failure: failureOf } = stubJudge(reach);

  it('in any other form than the requested one gives no score', async () => {
    const odd: Record<string, (prompt: ReceivedPrompt) => StubAnswer> = {
      prose: () => 'I would say C, it is really good.',
      'a letter': () => 'C',
      'JSON in prose': (prompt) => `Here you are: ${verdictFor(prompt, 'C')}`,
      'JSON and more': (prompt) => `${verdictFor(prompt, 'C')}\nI hope this helps.`,
      'two objects': (prompt) => `${verdictFor(prompt, 'D')}\n${verdictFor(prompt, 'C')}`,
      'a list': (prompt) => `[${verdictFor(prompt, 'C')}]`,
      'JSON in the wrong field': (prompt) =>
        JSON.stringify({ case_id: prompt.caseId, reason: verdictFor(prompt, 'C') }),
      'JSON as the choice': (prompt) => verdictFor(prompt, verdictFor(prompt, 'C')),
      'a choice outside the list': (prompt) => verdictFor(prompt, 'G'),
      'a choice in words': (prompt) => verdictFor(prompt, 'C: the same'),
      'a number': ({ caseId }) => JSON.stringify({ case_id: caseId, reason: '', choice: 1 }),
      'no reason': ({ caseId }) => JSON.stringify({ case_id: caseId, choice: 'C' }),
      'no case': () => JSON.stringify({ reason: '', choice: 'C' }),
      broken: (prompt) => verdictFor(prompt, 'C').slice(0, -3),
      empty: () => '',
      'a tool call that was not requested': (prompt) => ({
        calls: [['verdict', verdictFor(prompt, 'C')]],
      }),
    };
    for (const [name, answer] of Object.entries(odd)) {
      assert.deepEqual(await failureOf(answer), ['unreadable', 2], name);
    }
  });

  it('may be a whole code block, and is ignored if there is a tool call', async () => {
    const fenced = await judgeWith((prompt) => `\`\`\`json\n${verdictFor(prompt, 'A')}\n\`\`\``);
    assert.ok(fenced.last.state === 'judged');
    assert.equal(fenced.last.choice, 'A');
    const noSchema = { status: 400, says: 'json_schema is not supported' };
    const byTool = (answer: (prompt: ReceivedPrompt) => StubAnswer) => (prompt: ReceivedPrompt) =>
      prompt.outputMode === 'json_schema' ? noSchema : answer(prompt);
    for (const answer of [
      (prompt: ReceivedPrompt): StubAnswer => verdictFor(prompt, 'C'),
      (prompt: ReceivedPrompt): StubAnswer => ({ calls: [['other', verdictFor(prompt, 'C')]] }),
      (): StubAnswer => ({ calls: [['verdict', '{"case_id":']] }),
      (prompt: ReceivedPrompt): StubAnswer => ({
        calls: [
          ['verdict', verdictFor(prompt, 'D')],
          ['verdict', verdictFor(prompt, 'C')],
        ],
      }),
    ]) {
      assert.deepEqual(await failureOf(byTool(answer)), ['unreadable', 3]);
    }
    const both = await judgeWith(
      byTool((prompt) => ({
        calls: [['verdict', verdictFor(prompt)]],
        text: verdictFor(prompt, 'C'),
      })),
    );
    assert.ok(both.last.state === 'judged');
    assert.equal(both.last.choice, 'D');
  });

  it('is read from the last line only, and only if that names the case', async () => {
    const byLine = (answer: (prompt: ReceivedPrompt) => StubAnswer) => (prompt: ReceivedPrompt) =>
      prompt.outputMode === 'last_line'
        ? answer(prompt)
        : { status: 400, says: 'neither response_format nor tools' };
    for (const said of [
      () => 'C',
      () => 'Verdict: C',
      ({ caseId }: ReceivedPrompt) => `${caseId} C\nThat is all.`,
      ({ caseId }: ReceivedPrompt) => `${caseId} C or D`,
      ({ caseId }: ReceivedPrompt) => `${caseId} G`,
      ({ caseId }: ReceivedPrompt) => caseId,
      ({ nonce }: ReceivedPrompt) => `${nonce} C`,
      () => '',
    ]) {
      assert.deepEqual(await failureOf(byLine(said)), ['unreadable', 4]);
    }
    for (const line of ['D', '(D)', ': D', '**D**', 'D.']) {
      const { last } = await judgeWith(byLine(({ caseId }) => `${caseId} C\n${caseId} ${line}\n`));
      assert.ok(last.state === 'judged', line);
      assert.equal(last.choice, 'D');
    }
  });

  it('is rejected without a retry if it names another case or contains the secret', async () => {
    const forAnother = JSON.stringify({ case_id: '0000', reason: '', choice: 'C' });
    assert.deepEqual(await failureOf(() => forAnother), ['untrusted', 1]);
    for (const leak of [
      (prompt: ReceivedPrompt) =>
        verdictFor(prompt, 'C', `The word is ${prompt.canary.toUpperCase()}.`),
      (prompt: ReceivedPrompt) => prompt.system,
    ]) {
      assert.deepEqual(await failureOf(leak), ['untrusted', 1]);
    }
  });
});
