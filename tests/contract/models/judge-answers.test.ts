import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openReach, type Sheet, type StubAnswer } from '../../support/stubs/start-stub-model.ts';
import { stubJudge, verdictFor } from '../../support/stubs/stub-judge.ts';

describe("a judge's answer", () => {
  const reach = openReach();
  after(() => reach[Symbol.asyncDispose]());
  const { judge: judgeWith, failure: failureOf } = stubJudge(reach);

  it('in any other form than the one asked for gives no score', async () => {
    const odd: Record<string, (sheet: Sheet) => StubAnswer> = {
      prose: () => 'I would say C, it is really good.',
      'a letter': () => 'C',
      'JSON in prose': (sheet) => `Here you are: ${verdictFor(sheet, 'C')}`,
      'JSON and more': (sheet) => `${verdictFor(sheet, 'C')}\nI hope this helps.`,
      'two objects': (sheet) => `${verdictFor(sheet, 'D')}\n${verdictFor(sheet, 'C')}`,
      'a list': (sheet) => `[${verdictFor(sheet, 'C')}]`,
      'JSON in the wrong field': (sheet) =>
        JSON.stringify({ case_id: sheet.caseId, reason: verdictFor(sheet, 'C') }),
      'JSON as the choice': (sheet) => verdictFor(sheet, verdictFor(sheet, 'C')),
      'a choice outside the list': (sheet) => verdictFor(sheet, 'F'),
      'a choice in words': (sheet) => verdictFor(sheet, 'C: the same'),
      'a number': ({ caseId }) => JSON.stringify({ case_id: caseId, reason: '', choice: 1 }),
      'no reason': ({ caseId }) => JSON.stringify({ case_id: caseId, choice: 'C' }),
      'no case': () => JSON.stringify({ reason: '', choice: 'C' }),
      broken: (sheet) => verdictFor(sheet, 'C').slice(0, -3),
      empty: () => '',
      'a tool call nobody asked for': (sheet) => ({ calls: [['verdict', verdictFor(sheet, 'C')]] }),
    };
    for (const [name, answer] of Object.entries(odd)) {
      assert.deepEqual(await failureOf(answer), ['unreadable', 2], name);
    }
  });

  it('may be a whole code block, and is nothing beside the call of the tool', async () => {
    const fenced = await judgeWith((sheet) => `\`\`\`json\n${verdictFor(sheet, 'A')}\n\`\`\``);
    assert.ok(fenced.last.state === 'judged');
    assert.equal(fenced.last.choice, 'A');
    const noSchema = { status: 400, says: 'json_schema is not supported' };
    const byTool = (answer: (sheet: Sheet) => StubAnswer) => (sheet: Sheet) =>
      sheet.forcing === 'json_schema' ? noSchema : answer(sheet);
    for (const answer of [
      (sheet: Sheet): StubAnswer => verdictFor(sheet, 'C'),
      (sheet: Sheet): StubAnswer => ({ calls: [['other', verdictFor(sheet, 'C')]] }),
      (): StubAnswer => ({ calls: [['verdict', '{"case_id":']] }),
      (sheet: Sheet): StubAnswer => ({
        calls: [
          ['verdict', verdictFor(sheet, 'D')],
          ['verdict', verdictFor(sheet, 'C')],
        ],
      }),
    ]) {
      assert.deepEqual(await failureOf(byTool(answer)), ['unreadable', 3]);
    }
    const both = await judgeWith(
      byTool((sheet) => ({
        calls: [['verdict', verdictFor(sheet)]],
        text: verdictFor(sheet, 'C'),
      })),
    );
    assert.ok(both.last.state === 'judged');
    assert.equal(both.last.choice, 'D');
  });

  it('is the last line only, and only where that names the case', async () => {
    const byLine = (answer: (sheet: Sheet) => StubAnswer) => (sheet: Sheet) =>
      sheet.forcing === 'last_line'
        ? answer(sheet)
        : { status: 400, says: 'neither response_format nor tools' };
    for (const said of [
      () => 'C',
      () => 'Verdict: C',
      ({ caseId }: Sheet) => `${caseId} C\nThat is all.`,
      ({ caseId }: Sheet) => `${caseId} C or D`,
      ({ caseId }: Sheet) => `${caseId} F`,
      ({ caseId }: Sheet) => caseId,
      ({ nonce }: Sheet) => `${nonce} C`,
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

  it('for another case, or with the secret in it, is not believed, nor asked for again', async () => {
    const forAnother = JSON.stringify({ case_id: '0000', reason: '', choice: 'C' });
    assert.deepEqual(await failureOf(() => forAnother), ['untrusted', 1]);
    for (const leak of [
      (sheet: Sheet) => verdictFor(sheet, 'C', `The word is ${sheet.canary.toUpperCase()}.`),
      (sheet: Sheet) => sheet.system,
    ]) {
      assert.deepEqual(await failureOf(leak), ['untrusted', 1]);
    }
  });
});
