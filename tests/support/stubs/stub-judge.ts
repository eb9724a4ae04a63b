import { createJudge, type Judgement, type JudgeQuestion } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import {
  startStubModel,
  type ModelAccess,
  type ReceivedPrompt,
  type StubAnswer,
} from './start-stub-model.ts';

export const QUESTION: JudgeQuestion = {
  conversation: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
  ],
  userMessage: 'When does it ship?',
  reference: 'On May 6.',
  reply: 'On May 5.',
  instructions: 'The date matters.',
};

/** Returns a valid answer of a judge to this prompt. */
export const verdictFor = (
  { caseId }: ReceivedPrompt,
  choice = 'D',
  reason = 'Another date.',
): string => JSON.stringify({ case_id: caseId, reason, choice });

export interface StubJudge {
  /** Calls the judge `times` times in sequence. */
  readonly judge: (
    answer: (prompt: ReceivedPrompt) => StubAnswer,
    options?: { readonly times?: number; readonly deadlineMs?: number },
  ) => Promise<{ readonly last: Judgement; readonly prompts: readonly ReceivedPrompt[] }>;
  /** Returns why there was no score, and the number of calls. */
  readonly failure: (
    answer: (prompt: ReceivedPrompt) => StubAnswer,
  ) => Promise<readonly [string, number]>;
}

/** A judge on a model whose answers the test defines. */
export function stubJudge(reach: ModelAccess): StubJudge {
  const judge: StubJudge['judge'] = async (answer, { times = 1, deadlineMs } = {}) => {
    await using stub = await startStubModel(answer);
    const ask = createJudge({ complete: reach.completeAt(stub.url, deadlineMs), model: 'm/1' });
    const { signal } = new AbortController();
    let last = await ask(QUESTION, signal);
    for (let time = 1; time < times; time += 1) last = await ask(QUESTION, signal);
    return { last, prompts: stub.prompts };
  };
  return {
    judge,
    failure: async (answer) => {
      const { last, prompts } = await judge(answer);
      assert.ok(last.state === 'judge_failed', JSON.stringify(last));
      assert.ok(!('score' in last));
      return [last.failure.kind, prompts.length];
    },
  };
}
