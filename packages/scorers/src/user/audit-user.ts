import { digestPrompt } from '../structured-output/digest-prompt.ts';
import {
  createAsk,
  type Answered,
  type Ask,
  type Part,
  type Question,
  type StructuredPromptOptions,
} from '../structured-output/structured-prompt.ts';
import { auditSchema, type Audit, type QuotableTexts } from './audit-schema.ts';
import { userParts, type PlayedUser, type UserMessage } from './played-user.ts';

export interface AuditQuestion extends Question {
  readonly user: PlayedUser;
  /** Messages of the user and replies in turn. Both are numbered from 1: reply n answers message n. */
  readonly conversation: readonly UserMessage[];
  /** Number of messages at the beginning that were scripted. They are not audited. */
  readonly scriptedTurns: number;
  readonly endedBy: 'user' | 'max_turns';
  /** The reason that the user gave for the end. */
  readonly endReason?: string | undefined;
}

export type AuditJudgement = Answered<'judged', 'judge_failed', { readonly audit: Audit }>;

export type AuditJudge = Ask<AuditQuestion, AuditJudgement>;

/** Audits a whole conversation in one call. */
export function createAuditJudge(options: StructuredPromptOptions): AuditJudge {
  return createAsk(options, {
    states: ['judged', 'judge_failed'],
    write(question: AuditQuestion) {
      const { replies, messages, parts } = readConversation(question);
      return {
        schema: auditSchema({ replies, messages }),
        parts: [...userParts(question.user), ...parts, ...endParts(question)],
      };
    },
    read: (audit) => ({ audit }),
  });
}

/** Digest of the prompt without the user and the conversation. */
export function digestAuditPrompt(): string {
  return digestPrompt(auditSchema({ replies: new Map(), messages: new Map() }), []);
}

interface ReadConversation extends QuotableTexts {
  readonly parts: readonly Part[];
}

/** Names the messages by who wrote them, so that the judge cannot confuse them. */
function readConversation({ conversation, scriptedTurns }: AuditQuestion): ReadConversation {
  const replies = new Map<number, string>();
  const messages = new Map<number, string>();
  let turn = 0;
  const parts = conversation.map(({ role, content }): Part => {
    if (role === 'assistant') {
      replies.set(turn, content);
      return { name: `reply-${turn}`, text: content };
    }
    turn += 1;
    if (turn <= scriptedTurns) return { name: `scripted-${turn}`, text: content };
    messages.set(turn, content);
    return { name: `user-${turn}`, text: content };
  });
  return { replies, messages, parts };
}

const ENDS = {
  user: 'The user ended the conversation with its last message.',
  max_turns: 'The maximum number of messages was reached.',
};

function endParts({ endedBy, endReason }: AuditQuestion): readonly Part[] {
  return [
    { name: 'end', text: ENDS[endedBy] },
    ...(endReason === undefined ? [] : [{ name: 'end-reason', text: endReason }]),
  ];
}
