import type { LabelRow } from '../../db/labels/labels.ts';

/** The labels of all people for one attempt, or for one of its checks. */
export interface Vote extends Pick<LabelRow, 'runId' | 'scenarioNo' | 'attemptNo' | 'checkId'> {
  /** The result of the majority; `undefined` if as many pass as fail it. */
  readonly passed: boolean | undefined;
  readonly labels: readonly LabelRow[];
}

/** Groups labels by attempt and check, in order. Removed labels are left out. */
export function countVotes(labels: readonly LabelRow[]): readonly Vote[] {
  const groups = Map.groupBy(
    labels.filter(({ passed }) => passed !== null),
    ({ runId, scenarioNo, attemptNo, checkId }) =>
      JSON.stringify([runId, scenarioNo, attemptNo, checkId]),
  );
  return [...groups.values()].flatMap(toVote);
}

function toVote(labels: readonly LabelRow[]): readonly Vote[] {
  const [first] = labels;
  if (first === undefined) return [];
  const { runId, scenarioNo, attemptNo, checkId } = first;
  const passes = labels.filter(({ passed }) => passed === true).length;
  const fails = labels.length - passes;
  const passed = passes === fails ? undefined : passes > fails;
  return [{ runId, scenarioNo, attemptNo, checkId, passed, labels }];
}
