import {
  checkType,
  isJudgedCheck,
  type Check,
  type CheckType,
  type CheckVerdict,
} from '@fairtrial/contracts';
import {
  FIRST_VERSION,
  combineCheckVerdicts,
  digestChecksPrompt,
  type CheckToJudge,
  type ChecksQuestion,
  type JudgedCheck,
} from '@fairtrial/scorers';
import type { SubjectOrdinals, TurnCheck } from '../../../entities/turn.ts';
import { buildKnownConversation } from '../../play/conversation.ts';
import { NOTHING_FOUND, type Findings } from '../grader.ts';
import type { Asking } from './judge-replies.ts';
import { askOnce, type KnownJudgements } from './judgement-store.ts';
import type { AskingGrader, Page, TurnSubject } from './subject.ts';

/** A reply or a conversation whose checks are judged. */
interface JudgedText extends Pick<ChecksQuestion, 'scope' | 'transcript'> {
  readonly subject: SubjectOrdinals;
  readonly checks: readonly Check[];
  readonly known: KnownJudgements;
  /** Returns the ordinal of a turn in its attempt by its number in the transcript, which counts replies from 1. */
  readonly toTurnNo: (turn: number) => number;
}

/** The judges, who decide the checks of a reply that are written in plain language. */
export function judgedChecks(asking: Asking): AskingGrader {
  return {
    name: 'judged checks',
    version: FIRST_VERSION, // judgements are stored by the digest of their prompt
    grade: (subject, page) => judgeReply(asking, subject, page),
  };
}

async function judgeReply(
  asking: Asking,
  { turn, before, scenario, interaction }: TurnSubject,
  { known, signal }: Page,
): Promise<Findings> {
  const { plan } = asking.run;
  const conversation = buildKnownConversation(plan, scenario, before, turn.userMessage);
  const judged = await judgeChecks(
    asking,
    {
      scope: 'reply',
      transcript: [...conversation, { role: 'assistant', content: turn.reply }],
      subject: turn,
      checks: interaction.checks ?? [],
      known,
      toTurnNo: () => turn.turnNo, // only the reply itself can be quoted
    },
    signal,
  );
  if (judged === undefined) return NOTHING_FOUND;
  const isFailed = judged.values().some(isJudgeFailed);
  return { judged, details: {}, flags: isFailed ? ['judge_failed'] : [] };
}

/**
 * Returns the results of the judged checks by their position; `undefined` if there are none. Judges are asked about all of
 * them in one question each.
 */
export async function judgeChecks(
  asking: Asking,
  text: JudgedText,
  signal: AbortSignal,
): Promise<Findings['judged']> {
  const asked = listJudged(text.checks);
  if (asked.length === 0) return undefined;
  const verdicts = await askJudges(asking, text, {
    checks: asked.map(({ check }) => check),
    signal,
  });
  return new Map(
    asked.flatMap(({ at, type }, index) => {
      const verdict = verdicts[index];
      return verdict === undefined ? [] : [[at, toResult(type, verdict, text)] as const];
    }),
  );
}

/** The judged checks with their positions. They are named by position, because several may have the same id. */
function listJudged(
  checks: readonly Check[],
): readonly { readonly at: number; readonly type: CheckType; readonly check: CheckToJudge }[] {
  return checks.flatMap((check, at) => {
    if (!isJudgedCheck(check)) return [];
    const type = checkType(check);
    const kind = type === 'never' ? 'never' : 'text';
    const words = 'text' in check ? check.text : 'never' in check ? check.never : '';
    return [{ at, type, check: { id: `check-${at + 1}`, kind, text: words } }];
  });
}

async function askJudges(
  { run, judges, store, models }: Asking,
  { scope, transcript, subject, known }: JudgedText,
  { checks, signal }: { readonly checks: readonly CheckToJudge[]; readonly signal: AbortSignal },
): Promise<readonly JudgedCheck[]> {
  const { instructions, samples = 1 } = run.plan.grading?.judge ?? {};
  const question = { scope, transcript, instructions, checks };
  const promptDigest = digestChecksPrompt(question);
  const answers = judges.checksJudges.map(({ model, ask }) => {
    const kind = 'checks' as const;
    const key = { runId: run.id, subject, kind, model, promptDigest };
    const askSample = askOnce(ask, { ...key, known, store, models });
    return Promise.all(Array.from({ length: samples }, () => askSample(question, signal)));
  });
  return combineCheckVerdicts(
    checks.map(({ id }) => id),
    await Promise.all(answers),
  );
}

const VERDICTS: Readonly<Record<JudgedCheck['verdict'], CheckVerdict>> = {
  met: 'met',
  not_met: 'not_met',
  not_applicable: 'not_applicable',
  cannot_tell: 'cannot_tell',
  untrusted: 'untrusted',
  unreadable: 'failed',
};

function toResult(
  type: CheckType,
  { verdict, passed, evidence, reason }: JudgedCheck,
  { toTurnNo }: JudgedText,
): TurnCheck {
  return {
    type,
    passed: passed ?? null,
    detail: reason,
    verdict: VERDICTS[verdict],
    // Quotes that are not in the conversation are not evidence.
    evidence:
      verdict === 'untrusted' ? [] : evidence.map((one) => ({ ...one, turn: toTurnNo(one.turn) })),
    reason,
  };
}

/** True if a judge was asked about a check and gave no usable answer. */
function isJudgeFailed({ verdict }: TurnCheck): boolean {
  return verdict === 'failed' || verdict === 'untrusted';
}
