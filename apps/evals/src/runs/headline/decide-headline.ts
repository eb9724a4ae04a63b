import { parseGate, type Basis, type GateVerdict, type Headline } from '@fairtrial/contracts';
import { formatAttemptsNeeded, formatMany, formatMean } from '@fairtrial/format';
import type { UnreportedCount } from '../summary/count-problems.ts';
import { describeChange, type Change, type DecidingComparison } from './describe-change.ts';
import { ADVICE_ON_USER, findProblem } from './find-problem.ts';
import type { SideCounts } from './count-side.ts';

export interface HeadlineInput {
  /** One run, or the candidate and the baseline. */
  readonly sides: readonly SideCounts[];
  readonly basis: Basis | null;
  /** The number of failed required checks, and a description of the first one; `undefined` for a comparison. */
  readonly failedChecks?: { readonly count: number; readonly first: string } | undefined;
  /** Required `tools` checks, and those that the endpoint's answers could not decide; `undefined` for a comparison. */
  readonly unreported?: UnreportedCount | undefined;
  readonly gate?: GateVerdict | undefined;
  readonly comparison?: DecidingComparison | undefined;
  /** Mean of the deciding metric, for a run without a comparison. */
  readonly mean?:
    | {
        readonly metric: string;
        readonly mean: number;
        readonly ci95: readonly [number, number] | null;
      }
    | undefined;
  /** The headline of the comparison if the baseline is unusable. */
  readonly baselineProblem?: Headline | undefined;
}

/**
 * The only function that decides which result the headline of a run or of two has, with its status and exit code. States that are not about the model come first: they are never a score.
 */
export function decideHeadline(input: HeadlineInput): Headline {
  for (const side of input.sides) {
    const problem = findProblem(side);
    if (problem !== undefined) return { basis: null, ...problem };
  }
  if (input.baselineProblem !== undefined) return input.baselineProblem;
  return decideChecks(input) ?? findUnreported(input) ?? decideGates(input) ?? decideVerdict(input);
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

/** Required checks that were not decided do not count as passed. */
function findUnreported({ unreported: count }: HeadlineInput): Headline | undefined {
  const open = (count?.unreported ?? 0) + (count?.cut ?? 0);
  if (count === undefined || open === 0) return undefined;
  const { checks, unreported, cut } = count;
  const all = formatMany(checks, 'required tools check');
  const reasons = [
    [unreported, 'the replies have no list of tool calls'],
    [cut, 'the replies have more or longer tool calls than are stored'],
  ] as const;
  return {
    result: 'calls_not_reported',
    status: 'inconclusive',
    exit_code: 3,
    basis: null,
    title: `${open} of ${all} could not be decided`,
    why: reasons
      .filter(([times]) => times > 0)
      .map(([times, reason]) => `${times} of ${all} could not be decided: ${reason}.`)
      .join(' '),
    next:
      unreported > 0
        ? 'Let the endpoint list its calls in `tool_calls`, set `target.tool_calls` to the JSON Pointer of its list, or offer the tools in `parameters.tools`. Otherwise mark these checks as optional.'
        : 'Let the endpoint list fewer calls or shorter arguments, or mark these checks as optional.',
  };
}

/** Gates other than `no regression`, whose failure is reported as the regression itself. */
function decideGates({ gate, comparison }: HeadlineInput): Headline | undefined {
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
    next: nextForOpenGates(open, comparison),
  };
}

function nextForOpenGates(
  open: GateVerdict['gates'],
  comparison: DecidingComparison | undefined,
): string | null {
  if (comparison && comparison.scenarios.length === 0 && comparison.changed.length > 0) {
    return 'Start a new baseline: pin this run, and compare later runs with it (`--baseline pinned`).';
  }
  return open.some(({ interval }) => interval !== null)
    ? 'Run more attempts: they make the interval narrower.'
    : null;
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
  // A run with a baseline has a gate that decides if a regression fails it; a comparison has none.
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
    next: comparison.simulated_user?.doubt ? ADVICE_ON_USER : nextFor(change, comparison),
  };
}

function passWithoutBaseline({ mean, gate, basis }: HeadlineInput): Headline {
  const title = mean ? `${mean.metric} ${formatMean(mean.mean, mean.ci95)}` : 'nothing was scored';
  const why = gate
    ? `${formatMany(gate.gates.length, 'gate')} passed.`
    : 'No required check failed.';
  return { result: 'passed', status: 'pass', exit_code: 0, basis, title, why, next: null };
}

/** The next step towards a more certain verdict, or towards a verdict on correctness. */
function nextFor({ result, isKnown }: Change, comparison: DecidingComparison): string | null {
  const { basis, on_this_suite: suite, incomparable, min_attempts: least } = comparison;
  if (comparison.scenarios.length === 0) return nextForOtherScenarios(comparison);
  if (incomparable !== null) return 'Rescore one of the runs: the endpoint is not called again.';
  if (basis === 'similarity' && result !== 'same') {
    return 'Similarity is not correctness: add checks, or let a judge model read the replies (JUDGE_MODEL).';
  }
  if (!isKnown) return `Use at least ${Math.max(2, least)} attempts per run.`;
  const additional = suite?.additional_attempts ?? null;
  if (result === 'inconclusive' && additional !== null) {
    return formatAttemptsNeeded(additional);
  }
  return result === 'regressed' ? 'Read the replies whose score fell most.' : null;
}

function nextForOtherScenarios({ changed }: DecidingComparison): string {
  const isOnlyChecks = changed.every(({ parts }) => parts.every((part) => part === 'checks'));
  return changed.length > 0 && isOnlyChecks
    ? 'Rescore one of the runs with the checks of the other (`fairtrial rescore <run> --file <file>`): the endpoint is not called again.'
    : 'Compare runs of the same scenarios.';
}
