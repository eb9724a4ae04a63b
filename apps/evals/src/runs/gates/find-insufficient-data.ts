import type { GateRule } from '@assay/contracts';
import type { Run } from '../../db/runs/run.ts';
import { PASS_RATE, type Side } from '../compare/aggregate-run.ts';
import { plannedTurns } from '../compare/describe-run.ts';
import type { GateData } from './gate-data.ts';

/** Below this share of answers, or of scores, a number says more of the endpoint or the judge than of the model. */
const ENOUGH = 0.95;

/** Why nothing should be decided on this evidence; undefined where nothing speaks against it. */
export function findInsufficientData(
  rule: GateRule,
  { run, whole, compared }: GateData,
): string | undefined {
  const own = doubtIn('the run', { run, side: whole, rule });
  const isCompared = rule.kind === 'delta' || rule.kind === 'no_regression';
  if (own !== undefined || !isCompared || compared === undefined) return own;
  const { baseline, sides } = compared;
  return doubtIn('the baseline', { run: baseline, side: sides.baseline, rule });
}

interface Suspect {
  readonly run: Run;
  readonly side: Side;
  readonly rule: GateRule;
}

function doubtIn(who: string, { run, side, rule }: Suspect): string | undefined {
  const { turns, answered } = side.totals;
  const planned = plannedTurns(run);
  if (turns < ENOUGH * planned) return `${who} played ${turns} of ${planned} turns`;
  const isAboutAnswers = rule.kind === 'score' && rule.metric === 'answered';
  if (!isAboutAnswers && answered < ENOUGH * turns) {
    return `${who} got answers to ${percent(answered / turns)} of its requests`;
  }
  const covered = side.totals.coverage(metricOf(rule)) ?? 1;
  return covered < ENOUGH
    ? `'${metricOf(rule)}' could be scored in ${percent(covered)} of the turns of ${who}`
    : undefined;
}

function metricOf(rule: GateRule): string {
  const isOther = (rule.kind === 'score' || rule.kind === 'delta') && rule.metric !== PASS_RATE;
  return isOther ? rule.metric : 'overall'; // what passing rests on
}

function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
