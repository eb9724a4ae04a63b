import { MIN_COVERAGE, type GateRule } from '@fairtrial/contracts';
import { countPlannedTurns, type Run } from '../../entities/run.ts';
import { CORRECTED_PASS_RATE, PASS_RATE } from '../plan/list-metrics.ts';
import type { RunAggregate } from '../summary/aggregate-run.ts';
import { findUserDoubt } from '../summary/report-users.ts';
import type { GateData } from './measure-gate.ts';

/** Why a gate should not be decided on this data; `undefined` if the data suffices. */
export function findInsufficientData(
  rule: GateRule,
  { run, whole, compared, judgeDoubt }: GateData,
): string | undefined {
  const isJudged = rule.kind !== 'latency' && !isWithoutJudge(rule);
  if (judgeDoubt !== undefined && isJudged) return judgeDoubt;
  const own =
    findGap('the run', { run, aggregate: whole, rule }) ?? findUserGap(rule, { run, whole });
  const isCompared = rule.kind === 'delta' || rule.kind === 'no_regression';
  if (own !== undefined || !isCompared || compared === undefined) return own;
  const { simulated_user: users } = compared.comparison;
  if (users?.doubt) return users.doubt;
  const { baseline, aggregates } = compared;
  return findGap('the baseline', { run: baseline, aggregate: aggregates.baseline, rule });
}

/** Labels of people correct the judge, so its faults do not matter to a corrected rate. */
function isWithoutJudge(rule: GateRule): boolean {
  return (
    rule.kind === 'score' && (rule.metric === 'answered' || rule.metric === CORRECTED_PASS_RATE)
  );
}

/** Gates on requests do not depend on what the simulated user wrote. */
function findUserGap(
  rule: GateRule,
  { run, whole }: Pick<GateData, 'run' | 'whole'>,
): string | undefined {
  const isAboutAnswers = rule.kind === 'score' && rule.metric === 'answered';
  if (isAboutAnswers || rule.kind === 'latency') return undefined;
  return findUserDoubt(run.plan.scenarios, whole.conversations);
}

interface GapOptions {
  readonly run: Run;
  readonly aggregate: RunAggregate;
  readonly rule: GateRule;
}

function findGap(who: string, { run, aggregate, rule }: GapOptions): string | undefined {
  const { turns, answered, unplayed } = aggregate.totals;
  const planned = countPlannedTurns(run.plan) - unplayed;
  if (turns < MIN_COVERAGE * planned) return `${who} played ${turns} of ${planned} turns`;
  const isAboutAnswers = rule.kind === 'score' && rule.metric === 'answered';
  if (!isAboutAnswers && answered < MIN_COVERAGE * turns) {
    return `${who} got answers to ${percent(answered / turns)} of its requests`;
  }
  for (const metric of coveredMetrics(rule)) {
    const covered = aggregate.totals.coverage(metric) ?? 1;
    if (covered < MIN_COVERAGE) {
      return `'${metric}' could be scored in ${percent(covered)} of the turns of ${who}`;
    }
  }
  return undefined;
}

function coveredMetrics(rule: GateRule): readonly string[] {
  if (isWithoutJudge(rule)) return ['answered']; // of every turn
  const isOther = (rule.kind === 'score' || rule.kind === 'delta') && rule.metric !== PASS_RATE;
  return isOther ? [rule.metric] : ['overall', 'checks']; // passing depends on both
}

function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
