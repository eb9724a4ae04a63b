import {
  DEFAULT_METRIC,
  type Comparison,
  type GateVerdict,
  type Headline,
  type Sequential,
  type Stats,
  parseGate,
} from '@fairtrial/contracts';
import type { Run } from '../../entities/run.ts';
import type { RunCounts } from '../summary/summarise-run.ts';
import { basisOf } from './basis-of.ts';
import { countSide } from './count-side.ts';
import { decideHeadline } from './decide-headline.ts';

interface RunData {
  readonly counts: RunCounts;
  readonly stats: Stats;
  readonly comparison: Comparison | undefined;
  readonly gate: GateVerdict | undefined;
  readonly judgeDoubt: string | undefined;
  /** How the run was stopped early; `undefined` if its attempts were fixed. */
  readonly sequential?: Sequential | undefined;
}

export function decideRunHeadline(
  run: Run,
  { counts, stats, comparison, gate, judgeDoubt, sequential }: RunData,
): Headline {
  const { plan } = run;
  const overall = stats[DEFAULT_METRIC];
  const headline = decideHeadline({
    sides: [{ ...countSide('the run', run, counts), judgeDoubt }],
    basis: overall ? basisOf([plan], DEFAULT_METRIC) : null,
    ...(areChecksGated(plan.gates)
      ? {}
      : { failedChecks: counts.failedChecks, unreported: counts.unreported }),
    gate,
    comparison,
    // Problems of the run itself take precedence, so a remaining problem is one of the baseline.
    baselineProblem: comparison && isProblem(comparison.headline) ? comparison.headline : undefined,
    mean: overall && { metric: DEFAULT_METRIC, mean: overall.mean, ci95: overall.ci95 },
  });
  return sequential?.decided === true
    ? { ...headline, why: `${headline.why} ${sequential.sentence}` }
    : headline;
}

/** True if the headline says that a run is unusable, regardless of its scores. */
function isProblem({ exit_code: code }: Headline): boolean {
  return code > 1;
}

/** True if a gate decides on checks. Otherwise every required check must pass. */
export function areChecksGated(gates: readonly string[]): boolean {
  return gates.some((text) => {
    const parsed = parseGate(text);
    if (parsed.state !== 'parsed') return false;
    const { rule } = parsed;
    return (
      rule.kind === 'allow_failures' || (rule.kind === 'score' && /^checks(\.|$)/.test(rule.metric))
    );
  });
}
