import type { Sequential } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { listLooks, type TakenLook } from '../../db/looks/list-looks.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { attemptsAt, type Run } from '../../entities/run.ts';

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
