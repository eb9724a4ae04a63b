import type {
  InteractionView,
  OverallPart,
  ReplyLimit,
  ScoreExplanation,
} from '@fairtrial/contracts';
import { isJudgedCheck } from '@fairtrial/contracts/plain';
import { checkLabel, checkReason, checkStatus, isOptionalCheck } from './check-words.ts';
import { formatScore } from './numbers.ts';
import { judgeChoiceLabel, metricLabel } from './score-words.ts';
import type { Tone } from './verdict.ts';

/** A sentence that explains a score. It can quote model output, which is untrusted. */
export interface ScoreReason {
  readonly about: 'overall' | 'reply' | 'facts' | 'metadata' | 'checks' | 'passed';
  readonly tone: Tone;
  readonly text: string;
}

export type ExplainedView = Pick<
  InteractionView,
  | 'checks'
  | 'error'
  | 'score_explanation'
  | 'flags'
  | 'generated_metadata'
  | 'judgements'
  | 'passed'
  | 'reference_metadata'
  | 'scores'
> &
  Partial<Pick<InteractionView, 'conversation' | 'interaction_type'>>;

/** Explains the score of a reply, formula first. CLI and console show the same sentences. */
export function explainScore(view: ExplainedView): readonly ScoreReason[] {
  const { error, score_explanation: explanation } = view;
  if (error !== null) {
    return [reason('overall', 'warn', `no score: the request failed (${error.kind})`)];
  }
  const parts = [...explainMetadata(view), ...explainChecks(view), ...explainPassed(view)];
  if (!explanation) {
    if (isSimulated(view)) return [reason('overall', 'plain', NO_SCORE), ...parts];
    const text =
      'no formula: overall was not requested, is being scored again, or another version of Fairtrial scored it';
    return [reason('overall', 'plain', text), ...parts];
  }
  return [
    ...explainOverall(view, explanation),
    ...explainReply(view, explanation),
    ...explainFacts(explanation),
    ...parts,
  ];
}

const NO_SCORE =
  'no score of its own: the reply answers a simulated user, and the conversation is scored as a whole';

function isSimulated({ conversation, interaction_type: type }: ExplainedView): boolean {
  return conversation?.user !== undefined && type === 'simulated';
}

function reason(about: ScoreReason['about'], tone: Tone, text: string): ScoreReason {
  return { about, tone, text };
}

/** overall 0.150 = 0.6 × reply 0.100 + 0.4 × metadata 0.220 */
function explainOverall(
  { flags }: ExplainedView,
  { overall, parts, waiting_for_models: isWaiting }: ScoreExplanation,
): readonly ScoreReason[] {
  const left = parts.filter(({ weight }) => weight === 0);
  const notes = left.map((part) => reason('overall', 'plain', explainLeftOut(part, parts)));
  if (overall === null) return [explainOpen(flags, isWaiting), ...notes];
  const counted = parts.filter(({ weight }) => weight > 0);
  const sum = counted.map(({ metric, score, weight }) => {
    const factor = counted.length > 1 ? `${Number(weight.toFixed(3))} × ` : '';
    return `${factor}${metric} ${formatScore(score)}`;
  });
  const formula = `overall ${formatScore(overall)} = ${sum.join(' + ')}`;
  const waiting = 'grading is not finished: the scores may change';
  return [
    reason('overall', 'plain', formula),
    ...(isWaiting ? [reason('overall', 'warn', waiting)] : []),
    ...notes,
  ];
}

function explainOpen(flags: readonly string[], isWaiting: boolean): ScoreReason {
  if (isWaiting) {
    return reason('overall', 'warn', 'judge not finished: overall is not known yet');
  }
  if (flags.includes('judge_failed')) {
    return reason('overall', 'warn', 'no overall: the judge failed');
  }
  if (flags.includes('embedding_failed')) {
    return reason('overall', 'warn', 'no overall: the embeddings failed');
  }
  if (flags.includes('scorer_failed')) {
    return reason('overall', 'warn', 'no overall: an own scorer failed');
  }
  return reason('overall', 'warn', 'no overall: a part of it has no score');
}

function explainLeftOut({ metric, score }: OverallPart, parts: readonly OverallPart[]): string {
  if (score === null) return `${metric} does not count: it could not be scored`;
  const isBesideChecks = metric === 'reply' && parts.some((part) => part.metric === 'checks');
  const why = isBesideChecks ? 'similarity has no weight if there are checks' : 'its weight is 0';
  return `${metric} ${formatScore(score)} does not count: ${why}`;
}

const LIMITS: ReadonlyMap<string, string> = new Map([
  ['conflict', 'a fact differs'],
  ['swap', 'two facts are swapped'],
  ['negation_flip', 'one of two clauses is negated'],
  ['opposite', 'it says the opposite'],
  ['omission', 'a fact is missing'],
]);

function explainReply(
  { judgements = [] }: ExplainedView,
  { reply }: ScoreExplanation,
): readonly ScoreReason[] {
  if (reply === null) return [];
  const said = judgements.flatMap(({ kind, model, choice, failure }) => {
    if (kind !== 'judge') return [];
    if (choice !== null) return [`judge ${model}: ${judgeChoiceLabel(choice)}`];
    return failure === null ? [] : [`judge ${model} failed: ${failure.message}`];
  });
  const { unlimited, limits, metrics } = reply;
  const judged = said.map((text) => reason('reply', 'plain', text));
  if (unlimited === null || 'judge' in metrics) return judged;
  const names = Object.entries(metrics).map(([name, one]) => {
    return `${metricLabel(name)} ${formatScore(one)}`;
  });
  const [lowest, ...others] = limits.toSorted((a, b) => a.limit - b.limit);
  const score = Math.min(unlimited, lowest?.limit ?? 1);
  const made = `reply ${formatScore(score)}: the mean of ${names.join(', ')}`;
  if (lowest === undefined) return [...judged, reason('reply', 'plain', made)];
  const isLower = lowest.limit < unlimited;
  const limited = isLower
    ? ` is ${formatScore(unlimited)}, limited to ${formatScore(lowest.limit)} because ${explainLimit(lowest)}`
    : '';
  return [
    ...judged,
    reason('reply', isLower ? 'bad' : 'plain', `${made}${limited}`),
    ...(isLower ? others : limits).map((limit) => {
      const text = `${explainLimit(limit)}: reply is at most ${formatScore(limit.limit)}`;
      return reason('reply', 'plain', text);
    }),
  ];
}

function explainLimit({ flag, reason: why }: ReplyLimit): string {
  const words = LIMITS.get(flag) ?? flag;
  return why === null ? words : `${words} (${why})`;
}

function explainFacts({ missing_facts, extra_facts }: ScoreExplanation): readonly ScoreReason[] {
  return [
    ...(missing_facts.length === 0
      ? []
      : [reason('facts', 'bad', `missing facts: ${missing_facts.join(', ')}`)]),
    ...(extra_facts.length === 0
      ? []
      : [
          reason(
            'facts',
            'plain',
            `facts that the reference does not have: ${extra_facts.join(', ')}`,
          ),
        ]),
  ];
}

function explainMetadata(view: ExplainedView): readonly ScoreReason[] {
  const { reference_metadata: expected, generated_metadata: given, scores } = view;
  return Object.keys(expected).flatMap((field) => {
    const score = scores[`metadata.${field}`];
    if (score === 1 || score === undefined) return [];
    const wanted = `expected ${JSON.stringify(expected[field])}`;
    if (!Object.hasOwn(given, field)) {
      return [
        reason('metadata', score === 0 ? 'bad' : 'plain', `${field} is not given, ${wanted}`),
      ];
    }
    return [reason('metadata', 'bad', `${field} is ${JSON.stringify(given[field])}, ${wanted}`)];
  });
}

/** The checks that failed, and those without a result: they leave `overall` open. */
function explainChecks({ checks }: ExplainedView): readonly ScoreReason[] {
  return checks.flatMap((check) => {
    const { label: status, tone } = checkStatus(check);
    if (status !== 'failed' && status !== 'not decided') return [];
    const kind = isOptionalCheck(check) ? 'optional check' : 'check';
    const name = isJudgedCheck(check) ? `"${checkLabel(check)}"` : checkLabel(check);
    return [reason('checks', tone, `${kind} ${name} ${status}: ${checkReason(check)}`)];
  });
}

function explainPassed({
  passed,
  checks,
  scores,
  score_explanation: explanation,
}: ExplainedView): readonly ScoreReason[] {
  if (passed !== false) return [];
  const failed = checks.filter((check) => check.passed === false && !isOptionalCheck(check)).length;
  if (failed > 0) {
    const many = failed === 1 ? 'a required check failed' : `${failed} required checks failed`;
    return [reason('passed', 'bad', `did not pass: ${many}`)];
  }
  const { overall = null } = scores;
  const threshold = explanation?.pass_threshold ?? null;
  if (overall === null || threshold === null) return [];
  const text = `did not pass: overall ${formatScore(overall)} is less than ${formatScore(threshold)}`;
  return [reason('passed', 'bad', text)];
}
