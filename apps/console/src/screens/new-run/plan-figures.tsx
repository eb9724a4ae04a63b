import type { RunCalls } from '@fairtrial/contracts/plain';
import { formatCountRange, formatEstimate, formatScore, NONE } from '@fairtrial/format';
import { detectableChange } from '@fairtrial/statistics';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runQuery } from '../../data/run-queries.ts';
import type { PlannedCalls } from './plan-calls.ts';

interface PlanFiguresProps {
  readonly planned: PlannedCalls;
  /** True: the calls of judges are not known, because they depend on the references and checks of a dataset. */
  readonly isDataset: boolean;
  /** The smallest change that a comparison would probably detect. */
  readonly change: number | undefined;
  readonly hasBaseline: boolean;
}

/** The number of calls, the duration, and the detectable change of the planned run. */
export function PlanFigures(props: PlanFiguresProps): ReactNode {
  const { planned, isDataset, change, hasBaseline } = props;
  const { endpoint, users, judges, durationMs } = planned;
  const isSimulated = users.most > 0;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Figure label="Calls" value={formatCalls(endpoint)}>
        {isSimulated ? 'depends on the simulated user' : 'turns × attempts'}
      </Figure>
      {isSimulated && (
        <Figure label="User calls" value={formatCalls(users)}>
          messages of the simulated user
        </Figure>
      )}
      <Figure label="Judge calls" value={formatCalls(judges)}>
        {judgeHint(isDataset, isSimulated)}
      </Figure>
      <Figure label="Estimated duration" value={formatEstimate(durationMs)}>
        {durationHint(durationMs, isSimulated)}
      </Figure>
      <Figure
        label="Detectable change"
        value={change === undefined ? NONE : `±${formatDetectable(change)}`}
      >
        {changeHint(change, hasBaseline)}
      </Figure>
    </dl>
  );
}

function formatCalls(calls: RunCalls['endpoint']): string {
  return calls.most === 0 ? NONE : formatCountRange(calls);
}

function judgeHint(isDataset: boolean, isSimulated: boolean): string {
  if (isDataset) return 'known when the run is started';
  return isSimulated ? 'also to audit each conversation' : 'for references and checks in words';
}

function durationHint(durationMs: number | undefined, isSimulated: boolean): string {
  if (durationMs === undefined) return 'needs a test call';
  return isSimulated ? 'at most, without the model of the user' : 'at the latency of the test call';
}

function changeHint(change: number | undefined, hasBaseline: boolean): string {
  if (!hasBaseline) return 'needs a baseline';
  return change === undefined
    ? 'needs a baseline with two attempts or more'
    : 'or more, with 80 % power';
}

function formatDetectable(change: number): string {
  return formatScore(change, change < 0.0995 ? 3 : 2);
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children: string;
}

function Figure({ label, value, children }: FigureProps): ReactNode {
  return (
    <div>
      <dt className="text-[13px] font-medium text-dim">{label}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
      <dd className="text-xs text-dim">{children}</dd>
    </div>
  );
}

/** The smallest change that a comparison with the baseline would probably detect. */
export function useDetectableChange(
  baseline: string | undefined,
  attempts: number,
): number | undefined {
  const query = runQuery(useClient(), baseline ?? '');
  const { data } = useQuery({ ...query, enabled: baseline !== undefined });
  const result = baseline === undefined ? undefined : data?.result;
  const se = result?.stats['overall']?.se;
  if (!result || se === undefined || se === null) return undefined;
  const scenarios = result.results.scenarios.length;
  return detectableChange({ se, attempts: result.attempts, scenarios }, attempts);
}
