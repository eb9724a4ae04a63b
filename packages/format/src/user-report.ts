import type { ComparedMetric, ComparedUsers, UserReport } from '@fairtrial/contracts';
import { formatShareInterval } from './interval.ts';
import {
  formatCost,
  formatCostDelta,
  formatCount,
  formatDelta,
  formatMany,
  formatP,
  formatScore,
  formatShare,
} from './numbers.ts';
import { faultLabel } from './user-words.ts';

/**
 * The simulated user of a run, in sentences: its faults, the conversations that do not count, and how long and how
 * expensive the others were. The name of the model is untrusted.
 */
export function formatUserReport(report: UserReport): string[] {
  return [
    `Simulated user ${report.model}: ${formatFaults(report.faults)}.`,
    ...describeReplays(report),
    ...describeConversations(report),
  ];
}

type Faults = UserReport['faults'];

/** faults in 18 of 90 conversations (20% [13.0%, 29.4%]): forgot a fact 10, looped 8 */
function formatFaults({ conversations, spoiled, rate, ci95, by_kind: byKind }: Faults): string {
  if (conversations === 0) return 'no conversation was audited';
  const share = ` (${formatShare(rate)} ${formatShareInterval(ci95)})`;
  if (spoiled === 0) return `no faults in ${formatMany(conversations, 'conversation')}${share}`;
  const kinds = Object.entries(byKind)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${faultLabel(kind)} ${formatCount(count)}`);
  const list = kinds.length === 0 ? '' : `: ${kinds.join(', ')}`;
  return `faults in ${formatCount(spoiled)} of ${formatMany(conversations, 'conversation')}${share}${list}`;
}

/** 17 conversations were played again; 1 does not count because of a fault. */
function describeReplays({ replayed, excluded, unaudited }: UserReport): readonly string[] {
  const parts = [
    ...(replayed > 0
      ? [`${formatMany(replayed, 'conversation')} ${wereOf(replayed)} played again`]
      : []),
    ...describeExcluded(excluded.user_fault, 'because of a fault'),
    ...describeExcluded(excluded.user_failed, 'because the model of the user gave no message'),
    ...(unaudited > 0
      ? [`${formatMany(unaudited, 'conversation')} ${wereOf(unaudited)} not audited`]
      : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join('; ')}.`];
}

function describeExcluded(count: number, why: string): readonly string[] {
  return count === 0
    ? []
    : [`${formatCount(count)} ${count === 1 ? 'does' : 'do'} not count ${why}`];
}

function wereOf(count: number): string {
  return count === 1 ? 'was' : 'were';
}

/** On average 4.2 turns per conversation, 3.8 until the goal was reached (in 60 conversations), $0.0012 for the model. */
function describeConversations({
  turns,
  turns_to_goal: toGoal,
  cost_per_conversation: cost,
}: UserReport): readonly string[] {
  if (turns === null) return [];
  const reached =
    toGoal === null
      ? []
      : [
          `${formatScore(toGoal.mean, 1)} until the goal was reached (in ${formatMany(toGoal.n, 'conversation')})`,
        ];
  const cents = cost === null ? [] : [`${formatCost(cost)} for the model under test`];
  const length = `${formatScore(turns, 1)} turns per conversation`;
  return [`On average ${[length, ...reached, ...cents].join(', ')}.`];
}

/** The simulated users of two runs, in sentences. The reason of a doubt is untrusted. */
export function formatComparedUsers(compared: ComparedUsers): string[] {
  const { baseline, candidate, p, doubt, turns, turns_to_goal: toGoal, cost } = compared;
  const test = p === null ? '' : `, p ${formatP(p)}`;
  return [
    `Simulated user: ${sideFaults(baseline)} in the baseline, ${sideFaults(candidate)} in the candidate${test}.`,
    ...(doubt === null
      ? []
      : [`No verdict because of the simulated user: ${doubt.replace(/\.$/, '')}.`]),
    ...changeSentence('Turns per conversation', turns, TURNS),
    ...changeSentence('Turns until the goal was reached', toGoal, TURNS),
    ...changeSentence('Cost per conversation', cost, DOLLARS),
  ];
}

/** faults in 18 of 90 conversations (20% [13.0%, 29.4%]) */
function sideFaults(report: UserReport | null): string {
  return report === null ? 'none' : formatFaults({ ...report.faults, by_kind: {} });
}

/** How a value and its change are written. */
interface Style {
  readonly value: (value: number | undefined) => string;
  readonly change: (change: number) => string;
}

const TURNS: Style = {
  value: (turns) => formatScore(turns, 1),
  change: (change) => formatDelta(change, 2),
};
const DOLLARS: Style = { value: formatCost, change: formatCostDelta };

/** Turns per conversation: 4.2 → 5.0, change +0.80 [+0.20, +1.40]. Empty if neither run has a value. */
function changeSentence(
  name: string,
  { baseline, candidate, delta, ci95 }: ComparedMetric,
  style: Style,
): readonly string[] {
  if (baseline === null && candidate === null) return [];
  const values = `${style.value(baseline?.mean)} → ${style.value(candidate?.mean)}`;
  const interval = ci95 === null ? '' : ` [${ci95.map(style.change).join(', ')}]`;
  const change = delta === null ? '' : `, change ${style.change(delta)}${interval}`;
  return [`${name}: ${values}${change}.`];
}
