import { digestPrompt } from '../structured-output/digest-prompt.ts';
import {
  createAsk,
  type Answered,
  type Ask,
  type Part,
  type Question,
  type StructuredPromptOptions,
} from '../structured-output/structured-prompt.ts';
import { blockName, checksSchema } from './checks-schema.ts';
import type { CheckToJudge, JudgedCheck } from './judged-check.ts';

interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
}

/** Checks with everything that the judge is told about them, apart from the conversation. */
interface AskedChecks {
  /** `reply`: only the last reply is judged, the earlier ones are context. `conversation`: all replies are judged. */
  readonly scope: 'reply' | 'conversation';
  readonly checks: readonly CheckToJudge[];
  /** The test author's instructions on how to judge. */
  readonly instructions?: string | undefined;
}

export interface ChecksQuestion extends AskedChecks, Question {
  /** The whole conversation. The assistant's replies are numbered from 1. */
  readonly transcript: readonly Message[];
}

/** One check per check of the question, in the same order. A failed judge decides no check. */
export type ChecksJudgement = Answered<
  'judged',
  'judge_failed',
  { readonly checks: readonly JudgedCheck[] }
>;

export type ChecksJudge = Ask<ChecksQuestion, ChecksJudgement>;

/** Judges all checks of a reply or a conversation in one call. */
export function createChecksJudge(options: StructuredPromptOptions): ChecksJudge {
  return createAsk(options, {
    states: ['judged', 'judge_failed'],
    write(question: ChecksQuestion) {
      const { parts, judged } = readTranscript(question);
      const schema = checksSchema(question.checks, judged);
      return { schema, parts: [...parts, ...checkParts(question)] };
    },
    read: (checks) => ({ checks }),
  });
}

/**
 * Digest of the prompt without the conversation: our instructions, the checks in their order with their ids, the scope
 * and the test author's instructions. A changed check therefore never reuses an old answer.
 */
export function digestChecksPrompt(asked: AskedChecks): string {
  const { scope, checks } = asked;
  const ids = { name: 'ids', text: JSON.stringify([scope, ...checks.map(({ id }) => id)]) };
  return digestPrompt(checksSchema(checks, new Map()), [ids, ...checkParts(asked)]);
}

interface Transcript {
  readonly parts: readonly Part[];
  /** The judged replies by turn number. */
  readonly judged: ReadonlyMap<number, string>;
}

/** Names judged replies `turn-<number>` and everything else `context-<role>`, so that the judge cannot confuse them. */
function readTranscript({ transcript, scope }: ChecksQuestion): Transcript {
  const last = transcript.findLastIndex(({ role }) => role === 'assistant');
  const judged = new Map<number, string>();
  let turn = 0;
  const parts = transcript.map(({ role, content }, at) => {
    if (role === 'assistant') turn += 1;
    const isJudged = role === 'assistant' && (scope === 'conversation' || at === last);
    if (isJudged) judged.set(turn, content);
    return { name: isJudged ? `turn-${turn}` : `context-${role}`, text: content };
  });
  return { parts, judged };
}

function checkParts({ checks, instructions }: AskedChecks): readonly Part[] {
  return [
    ...(instructions === undefined ? [] : [{ name: 'instructions', text: instructions }]),
    ...checks.map((check, at) => ({ name: blockName(check, at), text: check.text })),
  ];
}
