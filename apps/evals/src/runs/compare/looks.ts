import { type Sequential, DEFAULT_MARGIN, DEFAULT_METRIC } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { ScenarioDecision, SequentialVerdicts } from '@fairtrial/statistics';
import { listLooks, type TakenLook } from '../../db/looks/list-looks.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { attemptsAt, type Run, type RunPlan } from '../../entities/run.ts';
import type { PlanMatch } from '../plan/match-plans.ts';

/** Describes how a run with early stopping was stopped; `undefined` if its attempts were fixed. */
export async function loadSequential(tx: SqlExecutor, run: Run): Promise<Sequential | undefined> {
  if (run.plan.looks === undefined) return undefined;
  return describeLooks(run, await listLooks(tx, run.id));
}

export function describeLooks(
  { plan, revision }: Pick<Run, 'plan' | 'revision'>,
  taken: readonly TakenLook[],
): Sequential {
  const { looks = [], scenarios } = plan;
  const last = taken.at(-1);
  const isDecided = last?.isLast === true && revision === 1;
  const at = (no: number): number | undefined => last?.decisions[no]?.look;
  const played = scenarios.reduce((sum, _, no) => sum + attemptsAt(plan, no), 0);
  const planned = scenarios.length * plan.attempts;
  const counts = looks.map(
    (_, look) => [...scenarios.keys()].filter((no) => at(no) === look).length,
  );
  const attempts = { played, planned };
  return {
    decided: isDecided,
    sentence: isDecided
      ? describeDecided(attempts, { looks, counts })
      : describeUndecided(revision, looks[0]?.attempts ?? 0),
    attempts,
    looks: looks.map((look, no) => ({
      ...look,
      decided: no < taken.length ? (counts[no] ?? 0) : null,
    })),
    scenarios: scenarios.map(({ id }, no) => ({
      scenario_id: id,
      attempts: attemptsAt(plan, no),
      decided_at: (at(no) ?? -1) + 1 || null,
    })),
  };
}

/** `Stopped early: 54 of 180 attempts were played. 9 scenarios were decided after 6 attempts.` */
function describeDecided(
  { played, planned }: Sequential['attempts'],
  {
    looks,
    counts,
  }: { readonly looks: readonly { attempts: number }[]; readonly counts: readonly number[] },
): string {
  const steps = looks.flatMap(({ attempts }, no) => {
    const count = counts[no] ?? 0;
    return count === 0 ? [] : [`${formatMany(count, 'scenario')} after ${attempts} attempts`];
  });
  const stop = played < planned ? 'Stopped early' : 'Not stopped early';
  const list = steps.length === 0 ? '' : ` Decided: ${steps.join(', ')}.`;
  return `${stop}: ${played} of ${planned} attempts were played.${list}`;
}

function describeUndecided(revision: number, first: number): string {
  const why =
    revision > 1
      ? 'the run was rescored after it had stopped'
      : 'it was cancelled or stopped, its baseline is gone, or fewer than 95 % of its turns were answered and scored';
  return `The looks at this run do not count, because ${why}: only the first ${formatMany(first, 'attempt')} at each scenario are compared.`;
}

interface Asked {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly metric: string;
  readonly margin: number;
}

/** The decisions on a run with early stopping, by scenario; `undefined` if a scenario is undecided. */
export type Decisions = readonly (ScenarioDecision | undefined)[];

/**
 * Returns the decisions on a candidate with early stopping. `undefined` if they do not apply: no last look was taken, it
 * is compared with another baseline or by another metric or margin, or either run was rescored since.
 */
export async function findDecisions(
  tx: SqlExecutor,
  { baseline, candidate, metric, margin }: Asked,
): Promise<Decisions | undefined> {
  const { looks, baselineRunId } = candidate.plan;
  if (looks === undefined || baselineRunId !== baseline.id || candidate.revision > 1) {
    return undefined;
  }
  if (metric !== DEFAULT_METRIC || margin !== DEFAULT_MARGIN) return undefined;
  const last = (await listLooks(tx, candidate.id)).at(-1);
  if (last?.isLast !== true || last.baselineRevision !== baseline.revision) return undefined;
  return last.decisions.map((decision) => decision ?? undefined);
}

/** The decisions on the compared scenarios of a run with early stopping; `undefined` if they do not apply. */
export function toSequential(
  { scenarios }: PlanMatch,
  { looks }: RunPlan,
  decisions: Decisions | undefined,
): SequentialVerdicts | undefined {
  if (decisions === undefined) return undefined;
  return {
    decisions: scenarios.map((at) => decisions[at.candidate]),
    suiteAttempts: looks?.[0]?.attempts ?? 0,
  };
}
