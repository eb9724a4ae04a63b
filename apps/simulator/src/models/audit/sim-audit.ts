import { UserFaultKind } from '@fairtrial/contracts';
import { goalEvidence, type ReplyQuote } from '../reading/goal.ts';
import { countWords } from '../reading/stems.ts';
import type { SimCall } from '../sim-model.ts';
import { fillSchema } from '../structured-prompt.ts';
import { readAudit, type AuditedConversation } from './read-audit.ts';
import { findChangedGoal } from './changed-goal.ts';
import { findEarlyEnd } from './ended-early.ts';
import { findForgottenFact } from './forgot-fact.ts';
import { findLeak } from './leaked-goal.ts';
import { findLeftPersona } from './left-persona.ts';
import { findLoop } from './looped.ts';
import { findTalkedInto } from './talked-into.ts';
import type { FaultRule } from './fault-rule.ts';

const FAULT_RULES: Readonly<Record<UserFaultKind, FaultRule>> = {
  forgot_fact: findForgottenFact,
  changed_goal: findChangedGoal,
  left_persona: findLeftPersona,
  ended_early: findEarlyEnd,
  talked_into: findTalkedInto,
  looped: findLoop,
  leaked_goal: findLeak,
};

/** The judgement of the goal or of one kind of fault, in the words of the prompt. */
interface AuditAnswer {
  readonly evidence: readonly ReplyQuote[];
  readonly verdict: string;
  readonly reason: string;
}

/** Judges the goal of a conversation, or one kind of fault. */
export type JudgeAudit = (
  asked: 'goal' | UserFaultKind,
  conversation: AuditedConversation,
) => AuditAnswer;

/** Answers the questions of an audit one by one; `undefined` if the prompt asks for none. */
export function answerAudit(call: SimCall, judge: JudgeAudit): string | undefined {
  const conversation = readAudit(call);
  if (conversation === undefined) return undefined;
  return fillSchema(call, (field) => {
    const kind = UserFaultKind.options.find((one) => one === field);
    return judge(kind ?? 'goal', conversation);
  });
}

/** Judges by the words of the conversation, with the sentences that have them as evidence. */
export const auditHonestly: JudgeAudit = (asked, conversation) => {
  if (asked === 'goal') {
    const found = goalEvidence(conversation, conversation.exchanges);
    const evidence = found.map((quote) => toLongQuote(quote, conversation, 'reply'));
    return found.length > 0
      ? { evidence, verdict: 'reached', reason: 'A reply says that it is done.' }
      : { evidence, verdict: 'not_reached', reason: 'No reply gives the user what it wants.' };
  }
  const found = FAULT_RULES[asked](conversation);
  if (found === undefined) {
    return { evidence: [], verdict: 'not_made', reason: 'No message of the user does this.' };
  }
  const { turn, quote, why } = found;
  const evidence = [toLongQuote({ turn, quote }, conversation, 'message')];
  return { evidence, verdict: 'made', reason: why };
};

/** A quote of less than three words is only accepted if it is the whole text. */
function toLongQuote(
  { turn, quote }: ReplyQuote,
  { exchanges }: AuditedConversation,
  text: 'message' | 'reply',
): ReplyQuote {
  if (countWords(quote) > 2) return { turn, quote };
  return { turn, quote: exchanges.find((exchange) => exchange.turn === turn)?.[text] ?? quote };
}
