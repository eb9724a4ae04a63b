import type { Disagreement, EvaluationRequest, LabelReport, TestBatch } from '@fairtrial/contracts';
import { formatCheck, listChecks } from './scenario-checks.ts';

export function listScenarios({ test_batch }: EvaluationRequest): readonly TestBatch[] {
  return [test_batch ?? []].flat();
}

/** A disagreement in words. */
export interface DescribedDisagreement {
  readonly conversation: string;
  /** The check, or the whole conversation. */
  readonly about: string;
}

export function describeDisagreement(
  { position: { scenario, attempt }, check_id }: Disagreement,
  scenarios: readonly TestBatch[],
): DescribedDisagreement {
  const posted = scenarios[scenario];
  const name = posted?.name ?? posted?.id ?? `Scenario ${scenario + 1}`;
  const found = posted && listChecks(posted).find(({ check }) => check.id === check_id);
  const about = found ? formatCheck(found.check) : check_id;
  return {
    conversation: `${name}, attempt ${attempt + 1}`,
    about: check_id === null ? 'The whole conversation' : (about ?? check_id),
  };
}

interface VisibleDisagreements {
  readonly rows: readonly Disagreement[];
  readonly hidden: number;
}

/**
 * Returns the disagreements that a labeller may see. While a draw is unfinished, these are only the ones about attempts
 * that the labeller has labelled: verdicts on the others would no longer be blind.
 */
export function visibleDisagreements(
  { disagreements, draws }: LabelReport,
  labeller: string,
): VisibleDisagreements {
  const isUnfinished = draws.some(({ attempts, labellers }) =>
    labellers.some((one) => one.labeller === labeller && one.labelled < attempts),
  );
  const rows = isUnfinished
    ? disagreements.filter(({ labellers }) => labellers.includes(labeller))
    : disagreements;
  return { rows, hidden: disagreements.length - rows.length };
}
