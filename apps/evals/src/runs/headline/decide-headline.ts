import {
  MIN_COVERAGE,
  parseGate,
  type Basis,
  type GateVerdict,
  type Headline,
  type StoppedBy,
} from '@assay/contracts';
import { formatAttemptsNeeded, formatMany, formatMean } from '@assay/format';
import type { MisreadCount } from '../summary/count-misread.ts';
import { describeChange, type Change, type DecidingComparison } from './describe-change.ts';

/** Counts of one side: what was asked, and what could not be used. */
export interface SideCounts {
  /** Which run, in a sentence: `the run`, `the baseline`. */
  readonly name: string;
  readonly state: 'completed' | 'cancelled' | 'failed';
  readonly turns: { readonly planned: number; readonly finished: number; readonly failed: number };
  /** Why turns were left out although the run was not cancelled. */
  readonly stoppedBy?: StoppedBy | undefined;
  readonly misread: MisreadCount;
  /** Turns that a judge was asked about, and those of them without its score; `undefined` without a judge. */
  readonly judged: { readonly asked: number; readonly failed: number } | undefined;
  /** Why the judge is not trusted: it failed questions with known answers. */
  readonly judgeDoubt?: string | undefined;
}

export interface HeadlineInput {
  /** One run, or the candidate and the baseline. */
  readonly sides: readonly SideCounts[];
  readonly basis: Basis | null;
  /** Required checks that failed, and the first of them in words; `undefined` for a comparison. */
  readonly failedChecks?: { readonly count: number; readonly first: string } | undefined;
  readonly gate?: GateVerdict | undefined;
  readonly comparison?: DecidingComparison | undefined;
  /** Of the metric that decides, for a run without a comparison. */
  readonly mean?:
    | {
        readonly metric: string;
        readonly mean: number;
        readonly ci95: readonly [number, number] | null;
      }
    | undefined;
  /** The headline of the comparison if it says that the baseline cannot be used. */
  readonly baselineProblem?: Headline | undefined;
}

/**
 * The one function that decides what is said about a run, or about two: result, status, exit code, basis, why and
 * what to do next. States that are not about the model come first: they are never a score.
 */
export function decideHeadline(input: HeadlineInput): Headline {
  for (const side of input.sides) {
    const problem = findProblem(side);
    if (problem !== undefined) return { basis: null, ...problem };
  }
  if (input.baselineProblem !== undefined) return input.baselineProblem;
  return decideChecks(input) ?? decideGates(input) ?? decideVerdict(input);
}

/** `95 %` */
const ENOUGH = `${MIN_COVERAGE * 100} %`;

type Problem = Omit<Headline, 'basis'>;

/** Why the side says nothing about the model; `undefined` if it does. */
function findProblem(side: SideCounts): Problem | undefined {
  return (
    findEnd(side) ??
    findMisread(side) ??
    findFailedRequests(side) ??
    findFailedJudge(side) ??
    findSpentBudget(side)
  );
}

function findEnd({ name, state, turns }: SideCounts): Problem | undefined {
  const status = 'inconclusive';
  if (state === 'failed') {
    const title = `${name} ended without a result because the service failed`;
    const next = 'Look at the log of the evaluation service, then run it again.';
    return {
      result: 'service_failed',
      status,
      exit_code: 4,
      title,
      why: 'No score was made.',
      next,
    };
  }
  if (state !== 'cancelled') return undefined;
  const title = `${name} was cancelled`;
  const why = `${turns.finished} of ${formatMany(turns.planned, 'turn')} were played.`;
  return { result: 'cancelled', status, exit_code: 4, title, why, next: 'Run it again.' };
}

function findFailedRequests({ name, turns, stoppedBy }: SideCounts): Problem | undefined {
  const { finished, failed } = turns;
  if (finished === 0 && stoppedBy !== undefined) return undefined; // nothing was asked
  if (finished > 0 && finished - failed >= MIN_COVERAGE * finished) return undefined;
  return {
    result: 'requests_failed',
    status: 'inconclusive',
    exit_code: 3,
    title: `${failed} of ${formatMany(finished, 'request')} failed in ${name}`,
    why: `Below ${ENOUGH} answered requests the scores would describe the endpoint, not the model.`,
    next: 'Test the endpoint with `assay doctor --endpoint <url> --model <id>`. `assay retry <run>` plays the failed turns again.',
  };
}

/** Requests failed, and most of them because their replies could not be read. */
function findMisread({ name, turns, misread }: SideCounts): Problem | undefined {
  const { finished } = turns;
  const lost = Math.max(turns.failed, misread.turns);
  if (misread.turns * 2 <= lost || finished - lost >= MIN_COVERAGE * finished) return undefined;
  const { proposedReply: pointer } = misread;
  return {
    result: 'replies_misread',
    status: 'inconclusive',
    exit_code: 3,
    title: `${misread.turns} of ${formatMany(finished, 'turn')} in ${name} ${misread.turns === 1 ? 'has' : 'have'} no reply that can be read`,
    why: 'The endpoint answers in a shape that is not known. What cannot be read is not scored.',
    next:
      pointer === undefined
        ? 'Run it again with `target.reply` set to the place of the reply in the answer (`assay run --reply <pointer>`).'
        : `If the reply is at ${pointer}, run it again with \`target.reply\` set to that (\`assay run --reply ${pointer}\`).`,
  };
}

function findFailedJudge({ name, judged, judgeDoubt }: SideCounts): Problem | undefined {
  if (judgeDoubt !== undefined) {
    return {
      result: 'judge_failed',
      status: 'inconclusive',
      exit_code: 3,
      title: `the judge of ${name} is not trusted`,
      why: `${judgeDoubt}.`,
      next: 'Choose another judge model, then rescore the run: the endpoint is not asked again.',
    };
  }
  if (judged === undefined || judged.failed <= (1 - MIN_COVERAGE) * judged.asked) return undefined;
  return {
    result: 'judge_failed',
    status: 'inconclusive',
    exit_code: 3,
    title: `${judged.failed} of ${formatMany(judged.asked, 'reply', 'replies')} in ${name} have no score from the judge`,
    why: `Below ${ENOUGH} judged replies there is no verdict: the missing ones may be the hard ones.`,
    next: 'Check the judge model, then rescore the run: the endpoint is not asked again.',
  };
}

/** The part that was played may be the easy one, so it earns no verdict, however large it is. */
function findSpentBudget({ name, stoppedBy, turns }: SideCounts): Problem | undefined {
  if (stoppedBy === undefined) return undefined;
  const failed = turns.failed === 0 ? '' : `, and ${turns.failed} of them failed`;
  return {
    result: 'budget_spent',
    status: 'inconclusive',
    exit_code: 4,
    title: `the budget of ${name} was spent before its end`,
    why: `${turns.finished} of ${formatMany(turns.planned, 'turn')} were played${failed}.`,
    next: 'Go on with a larger budget: `assay retry <run> --budget-calls <n>`. What was answered is not asked again.',
  };
}

function decideChecks({ failedChecks }: HeadlineInput): Headline | undefined {
  if (failedChecks === undefined || failedChecks.count === 0) return undefined;
  return {
    result: 'checks_failed',
    status: 'fail',
    exit_code: 1,
    basis: 'checks',
    title: `${formatMany(failedChecks.count, 'required check')} failed`,
    why: `First: ${failedChecks.first}`,
    next: 'Fix the replies, mark the check as optional, or set a limit with a gate like `checks >= 0.9`.',
  };
}

/** Gates other than `no regression`, whose failure is told as the regression itself. */
function decideGates({ gate }: HeadlineInput): Headline | undefined {
  if (gate === undefined) return undefined;
  const failed = gate.gates.filter(({ verdict }) => verdict === 'fail');
  const own = failed.filter((finding) => !isRegressionGate(finding.gate));
  if (own.length > 0) {
    return {
      result: 'gates_failed',
      status: 'fail',
      exit_code: 1,
      basis: null,
      title: `${failed.length} of ${formatMany(gate.gates.length, 'gate')} failed: ${own[0]?.gate ?? ''}`,
      why: failed.map(({ sentence }) => sentence).join(' '),
      next: null,
    };
  }
  const open = gate.gates.filter(({ verdict }) => verdict === 'inconclusive');
  if (failed.length > 0 || open.length === 0) return undefined;
  return {
    result: 'gates_inconclusive',
    status: 'inconclusive',
    exit_code: 1,
    basis: null,
    title: `${open.length} of ${formatMany(gate.gates.length, 'gate')} could not be decided: ${open[0]?.gate ?? ''}`,
    why: open.map(({ sentence }) => sentence).join(' '),
    next: open.some(({ interval }) => interval !== null)
      ? 'Run more attempts: they make the interval narrower.'
      : null,
  };
}

function isRegressionGate(gate: string): boolean {
  const parsed = parseGate(gate);
  return parsed.state === 'parsed' && parsed.rule.kind === 'no_regression';
}

function decideVerdict(input: HeadlineInput): Headline {
  const { comparison, gate } = input;
  if (comparison === undefined) return passWithoutBaseline(input);
  const change = describeChange(comparison);
  const result = gate?.verdict === 'fail' ? 'regressed' : change.result;
  // With a baseline a run has a gate that says whether a regression fails it; a comparison has none.
  const isFailure = gate ? gate.verdict === 'fail' : result === 'regressed';
  const isAllowed = result === 'regressed' && !isFailure;
  const passed = change.isKnown ? 'pass' : 'inconclusive';
  return {
    result,
    status: isFailure ? 'fail' : passed,
    exit_code: isFailure ? 1 : 0,
    basis: comparison.basis,
    title: change.title,
    why: `${change.why}${isAllowed ? ' A gate allows it.' : ''}`,
    next: nextFor(change, comparison),
  };
}

function passWithoutBaseline({ mean, gate, basis }: HeadlineInput): Headline {
  const title = mean ? `${mean.metric} ${formatMean(mean.mean, mean.ci95)}` : 'nothing was scored';
  const why = gate
    ? `${formatMany(gate.gates.length, 'gate')} passed.`
    : 'No required check failed.';
  return { result: 'passed', status: 'pass', exit_code: 0, basis, title, why, next: null };
}

/** What would make the verdict more certain, or the way to a verdict on correctness. */
function nextFor(
  { result, isKnown }: Change,
  { basis, on_this_suite: suite, scenarios, incomparable, min_attempts: least }: DecidingComparison,
): string | null {
  if (scenarios.length === 0) return 'Compare runs of the same scenarios.';
  if (incomparable !== null) return 'Rescore one of the runs: the endpoint is not asked again.';
  if (basis === 'similarity' && result !== 'same') {
    return 'Similarity is not correctness: add checks, or let a judge model read the replies (JUDGE_MODEL).';
  }
  if (!isKnown) return `Run at least ${Math.max(2, least)} attempts a side.`;
  const additional = suite?.additional_attempts ?? null;
  if (result === 'inconclusive' && additional !== null) {
    return formatAttemptsNeeded(additional);
  }
  return result === 'regressed' ? 'Read the replies that fell most.' : null;
}
