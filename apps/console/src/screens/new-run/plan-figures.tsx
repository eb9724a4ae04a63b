import type { CallRange, PlannedRun } from '@fairtrial/contracts';
import {
  formatCostRange,
  formatCountRange,
  formatDetectable,
  formatEstimate,
  NONE,
} from '@fairtrial/format';
import type { ReactNode } from 'react';

interface PlanFiguresProps {
  /** `undefined` until the service has planned the run. */
  readonly plan: PlannedRun | undefined;
  /** Latency of a test call; `undefined` if there was none. */
  readonly latencyMs: number | undefined;
}

/** The number of calls, the duration, the cost, and the detectable change of the planned run. */
export function PlanFigures({ plan, latencyMs }: PlanFiguresProps): ReactNode {
  const { endpoint, users, judges } = plan?.calls ?? {};
  const isSimulated = users !== undefined && users.most > 0;
  const durationMs = plan && estimateDuration(plan, latencyMs);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Figure label="Calls" value={formatCalls(endpoint)}>
        {callsHint(plan, isSimulated)}
      </Figure>
      {isSimulated && (
        <Figure label="User calls" value={formatCalls(users)}>
          messages of the simulated user
        </Figure>
      )}
      <Figure label="Judge calls" value={formatCalls(judges)}>
        {isSimulated ? 'also to audit each conversation' : 'for references and checks in words'}
      </Figure>
      <Figure label="Estimated duration" value={formatEstimate(durationMs)}>
        {durationHint(latencyMs, isSimulated)}
      </Figure>
      <Worth plan={plan} />
    </dl>
  );
}

/** The cost of the run, and what it can find. */
function Worth({ plan }: Pick<PlanFiguresProps, 'plan'>): ReactNode {
  const { dollars = null, dollars_unknown: unknown = null, finds = null } = plan ?? {};
  const isUnclear = plan !== undefined && finds === null;
  return (
    <>
      <Figure label="Cost" value={dollars === null ? NONE : formatCostRange(dollars)}>
        {unknown ?? 'with the tokens of the latest run'}
      </Figure>
      <Figure
        label="Detectable change"
        value={finds === null ? NONE : formatDetectable(finds.change)}
      >
        {isUnclear
          ? 'needs two attempts or more, here and in an earlier run'
          : 'or more, with 80 % power'}
      </Figure>
    </>
  );
}

function formatCalls(calls: CallRange | undefined): string {
  return calls === undefined || calls.most === 0 ? NONE : formatCountRange(calls);
}

function callsHint(plan: PlannedRun | undefined, isSimulated: boolean): string {
  if (isSimulated) return 'depends on the simulated user';
  return plan?.stop_early === true ? 'fewer if it is decided early' : 'turns × attempts';
}

/**
 * The duration without grading and without the model of simulated users, if these use all their messages; `undefined`
 * if the latency is not known. Turns of a conversation run in sequence, so the longest one bounds the duration.
 */
function estimateDuration(
  { turns, attempts, models, concurrency, scenarios }: PlannedRun,
  latencyMs: number | undefined,
): number | undefined {
  if (latencyMs === undefined) return undefined;
  const atOnce = Math.ceil((turns * attempts * models.length) / concurrency);
  const longest = scenarios.reduce((most, one) => Math.max(most, one.turns), 0);
  return Math.max(atOnce, longest) * latencyMs;
}

function durationHint(latencyMs: number | undefined, isSimulated: boolean): string {
  if (latencyMs === undefined) return 'needs a test call';
  return isSimulated ? 'at most, without the model of the user' : 'at the latency of the test call';
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children: string;
}

function Figure({ label, value, children }: FigureProps): ReactNode {
  return (
    <div className="max-w-60 min-w-0">
      <dt className="text-[13px] font-medium text-dim">{label}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
      <dd className="text-xs wrap-anywhere text-dim">{children}</dd>
    </div>
  );
}
