import { checkType, isJudgedCheck, type Check, type CheckVerdict } from '@fairtrial/contracts';
import {
  combineCheckVerdicts,
  digestChecksPrompt,
  type CheckToJudge,
  type ChecksQuestion,
  type JudgedCheck,
} from '@fairtrial/scorers';
import type { Run } from '../../entities/run.ts';
import type { TurnCheck, TurnOrdinals } from '../../entities/turn.ts';
import type { Graders } from './graders.ts';
import type { GradingModels } from './grading-models.ts';
import { askOnce, type JudgementStore, type KnownJudgements } from './judgement-store.ts';

/** A reply or a conversation whose checks are judged. */
export interface JudgedText extends Pick<ChecksQuestion, 'scope' | 'transcript' | 'instructions'> {
  /** `turnNo` is -1 for a conversation. */
  readonly position: TurnOrdinals;
  readonly checks: readonly Check[];
  /** The results of the checks that code decides, in the order of `checks`. */
  readonly results: readonly TurnCheck[];
  readonly known: KnownJudgements;
  /** Returns the ordinal of a turn in its attempt by its number in the transcript, which counts replies from 1. */
  readonly toTurnNo: (turn: number) => number;
}

interface JudgingContext {
  readonly run: Run;
  readonly graders: Graders;
  readonly store: JudgementStore;
  readonly models: GradingModels;
}

/** Returns the results of all checks. Judges are asked about all judged checks in one question each. */
export async function judgeChecks(
  context: JudgingContext,
  text: JudgedText,
  signal: AbortSignal,
): Promise<readonly TurnCheck[]> {
  const asked = listJudged(text.checks);
  if (asked.length === 0) return text.results;
  const checks = asked.map(({ check }) => check);
  const verdicts = await askJudges(context, text, { checks, signal });
  const byPosition = new Map(asked.map(({ at }, index) => [at, verdicts[index]]));
  return text.results.map((result, at) => {
    const judged = byPosition.get(at);
    return judged === undefined ? result : toResult(result, judged, text);
  });
}

/** The judged checks with their positions. They are named by position, because several may have the same id. */
function listJudged(
  checks: readonly Check[],
): readonly { readonly at: number; readonly check: CheckToJudge }[] {
  return checks.flatMap((check, at) => {
    if (!isJudgedCheck(check)) return [];
    const kind = checkType(check) === 'never' ? 'never' : 'text';
    const words = 'text' in check ? check.text : 'never' in check ? check.never : '';
    return [{ at, check: { id: `check-${at + 1}`, kind, text: words } }];
  });
}

async function askJudges(
  { run, graders, store, models }: JudgingContext,
  { scope, transcript, instructions, position, known }: JudgedText,
  { checks, signal }: { readonly checks: readonly CheckToJudge[]; readonly signal: AbortSignal },
): Promise<readonly JudgedCheck[]> {
  const question = { scope, transcript, instructions, checks };
  const promptDigest = digestChecksPrompt(question);
  const samples = run.plan.grading?.judge?.samples ?? 1;
  const answers = graders.checksJudges.map(({ model, ask }) => {
    const kind = 'checks' as const;
    const key = { runId: run.id, turn: position, kind, model, promptDigest };
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
  { type }: TurnCheck,
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
export function isJudgeFailed({ verdict }: TurnCheck): boolean {
  return verdict === 'failed' || verdict === 'untrusted';
}
