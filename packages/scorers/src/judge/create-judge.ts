import type { ChatMessage } from '@assay/models';
import type { Account } from '../structured-output/account.ts';
import { conversationParts } from '../structured-output/conversation-parts.ts';
import {
  createStructuredPrompt,
  type StructuredPromptOptions,
  type AskFailure,
} from '../structured-output/structured-prompt.ts';
import type { Part } from '../structured-output/fence.ts';
import { judgeSchema } from './judge-schema.ts';
import { JUDGE_SCORES, type Choice } from './judge-scores.ts';

export interface JudgeQuestion {
  /** What was said before the user's last message. */
  readonly conversation: readonly ChatMessage[];
  readonly userMessage: string;
  readonly reference: string;
  readonly reply: string;
  /** What matters in this case, in the words of the test's author. */
  readonly instructions?: string | undefined;
  /** Sent along: which case it is. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Judged extends Account {
  readonly state: 'judged';
  readonly choice: Choice;
  readonly score: number;
  readonly mapping: typeof JUDGE_SCORES;
  readonly reason: string;
}

export interface JudgeFailed extends Account {
  readonly state: 'judge_failed';
  readonly failure: AskFailure;
}

/** A judge that fails gives no score: not a bad one, and no guess. */
export type Judgement = Judged | JudgeFailed;

/** Throws nothing but the caller's own abort. */
export type Judge = (question: JudgeQuestion, signal: AbortSignal) => Promise<Judgement>;

export type JudgeOptions = StructuredPromptOptions;

/** A model that compares a reply with its reference. It remembers in which ways the model can be asked. */
export function createJudge(options: JudgeOptions): Judge {
  const ask = createStructuredPrompt(options);
  return async (question, signal) => {
    const asked = await ask(judgeSchema, partsOf(question), {
      signal,
      headers: question.headers,
    });
    const { account } = asked;
    if (asked.state === 'failed') {
      return { state: 'judge_failed', failure: asked.failure, ...account };
    }
    const { choice, reason } = asked.value;
    const score = JUDGE_SCORES[choice];
    return { state: 'judged', choice, score, mapping: JUDGE_SCORES, reason, ...account };
  };
}

function partsOf(question: JudgeQuestion): readonly Part[] {
  const { reference, reply, instructions } = question;
  return [
    ...conversationParts(question),
    ...(instructions === undefined ? [] : [{ name: 'instructions', text: instructions }]),
    { name: 'reference', text: reference },
    { name: 'reply', text: reply },
  ];
}
