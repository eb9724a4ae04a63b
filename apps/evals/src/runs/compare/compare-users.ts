import type { ComparedMetric, ComparedUsers, UserReport } from '@fairtrial/contracts';
import { formatP, formatShare } from '@fairtrial/format';
import { differInFaults, type ScenarioPair } from '@fairtrial/statistics';
import type { Run, RunPlan } from '../../entities/run.ts';
import { toComparedMetric } from './comparison-view.ts';
import type { MatchedScenario, RunRole } from '../plan/match-plans.ts';
import type { MatchedAggregates } from './pair-scores.ts';
import { priceModel } from '../summary/pricing.ts';
import { round } from '../summary/rounding.ts';
import {
  type ConversationFigures,
  findUserDoubt,
  reportUsers,
  type UserRecords,
} from '../summary/report-users.ts';

interface ComparedRuns {
  readonly baseline: Pick<Run, 'plan'>;
  readonly candidate: Pick<Run, 'plan'>;
  readonly aggregates: MatchedAggregates;
  /** What is on record about simulated users; `undefined` for a run without them. */
  readonly users?: Readonly<Record<RunRole, UserRecords | undefined>> | undefined;
}

/** One run of a comparison, with its conversations in the compared scenarios. */
interface UserSide {
  readonly plan: RunPlan;
  readonly conversations: readonly ConversationFigures[];
  readonly byScenario: ReadonlyMap<number, readonly ConversationFigures[]>;
  readonly records: UserRecords | undefined;
}

type Sides = Readonly<Record<RunRole, UserSide>>;

/** Compares the simulated users of two runs in the compared scenarios; `undefined` if neither run has any. */
export function compareUsers(runs: ComparedRuns): ComparedUsers | undefined {
  const { matching } = runs.aggregates;
  const sides = { baseline: toSide(runs, 'baseline'), candidate: toSide(runs, 'candidate') };
  if (sides.baseline.records === undefined && sides.candidate.records === undefined) {
    return undefined;
  }
  const baseline = reportSide(sides.baseline);
  const candidate = reportSide(sides.candidate);
  const pair = (measure: Measure): ComparedMetric =>
    toComparedMetric(matching.scenarios.map((at) => pairFigures(sides, at, measure)));
  const cost = pair(({ spent }, plan) => priceModel(plan, spent));
  const difference = baseline && candidate ? compareFaults(baseline, candidate) : undefined;
  return {
    baseline: baseline ?? null,
    candidate: candidate ?? null,
    p: difference ? round(difference.p) : null,
    doubt: difference?.doubt ?? findSideDoubt(sides) ?? null,
    turns: pair(({ turns }) => turns),
    turns_to_goal: pair(({ turnsToGoal }) => turnsToGoal),
    cost: [baseline, candidate].some((report) => report?.cost_per_conversation === null)
      ? UNKNOWN
      : cost,
  };
}

function toSide({ aggregates, users, ...runs }: ComparedRuns, role: RunRole): UserSide {
  const compared = new Set(aggregates.matching.scenarios.map((at) => at[role]));
  const isCompared = ({ scenarioNo }: { readonly scenarioNo: number }): boolean =>
    compared.has(scenarioNo);
  const conversations = aggregates[role].conversations.filter(isCompared);
  const records = users?.[role];
  return {
    plan: runs[role].plan,
    conversations,
    byScenario: Map.groupBy(conversations, ({ scenarioNo }) => scenarioNo),
    records: records && { ...records, audits: records.audits.filter(isCompared) },
  };
}

const UNKNOWN: ComparedMetric = { baseline: null, candidate: null, delta: null, ci95: null };

function reportSide({ plan, conversations, records }: UserSide): UserReport | undefined {
  return records && reportUsers(plan, conversations, records);
}

type Measure = (figures: ConversationFigures, plan: RunPlan) => number | null;

/** One number for each conversation that counts and has one. */
function pairFigures(sides: Sides, at: MatchedScenario, measure: Measure): ScenarioPair {
  const measureSide = (role: RunRole): readonly number[] => {
    const { byScenario, plan } = sides[role];
    return (byScenario.get(at[role]) ?? [])
      .filter(({ excluded }) => excluded === null)
      .flatMap((figures) => measure(figures, plan) ?? []);
  };
  return { baseline: measureSide('baseline'), candidate: measureSide('candidate') };
}

/** The scores of two models cannot be compared if the user made life harder for one of them. */
function compareFaults(
  baseline: UserReport,
  candidate: UserReport,
): { readonly p: number; readonly doubt: string | undefined } {
  const [old, now] = [baseline.faults, candidate.faults];
  const { p, differs } = differInFaults(toRate(old), toRate(now));
  if (!differs) return { p, doubt: undefined };
  const doubt = `the simulated user made faults in ${describeRate(old)} of the baseline and in ${describeRate(now)} of the candidate, which is more than chance (p ${formatP(p)})`;
  return { p, doubt };
}

type Faults = UserReport['faults'];

function toRate({ spoiled, conversations }: Faults): { hits: number; of: number } {
  return { hits: spoiled, of: conversations };
}

function describeRate({ spoiled, conversations, rate }: Faults): string {
  return `${spoiled} of ${conversations} conversations (${formatShare(rate)})`;
}

function findSideDoubt(sides: Sides): string | undefined {
  const roles: readonly RunRole[] = ['baseline', 'candidate'];
  for (const role of roles) {
    const { plan, conversations } = sides[role];
    const doubt = findUserDoubt(plan.scenarios, conversations);
    if (doubt !== undefined) return `${doubt} (${role})`;
  }
  return undefined;
}
