import type { EvaluationResponse, Stats } from '@fairtrial/contracts';
import { formatShare, formatShareInterval, formatUserReport } from '@fairtrial/format';

type UserFields = Pick<EvaluationResponse, 'simulated_user' | 'stats'>;

/** Sentences about the simulated user of a run: how often it reached its goal, and how far its conversations can be trusted. */
export function describeUsers({ simulated_user: report, stats }: UserFields): readonly string[] {
  if (report === undefined) return [];
  const goal = stats['goal_reached'];
  if (goal === undefined) return formatUserReport(report);
  const interval = goal.ci95 === null ? '' : ` ${formatShareInterval(goal.ci95)}`;
  return [
    `Goal reached in ${formatShare(goal.mean)}${interval} of the conversations that count.`,
    ...formatUserReport(report),
  ];
}

const PREFIX = 'metadata.';
const MAX_FIELDS = 3;

/** The expected metadata fields and how often each was correct. */
export function metadataFields(
  stats: Stats,
): readonly { readonly field: string; readonly mean: number }[] {
  return Object.entries(stats)
    .filter(([metric]) => metric.startsWith(PREFIX))
    .slice(0, MAX_FIELDS)
    .map(([metric, { mean }]) => ({ field: metric.slice(PREFIX.length), mean }));
}
