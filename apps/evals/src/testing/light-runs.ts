import type { RunId } from '@fairtrial/contracts';
import type { SqlExecutor } from '../db/connection/sql.ts';

/**
 * Stores many runs without turns; the n-th has the id `lightRunId(n)`. `columns` has SQL for some columns of `run`, in
 * which `n` is the number of the run.
 */
export async function insertLightRuns(
  tx: SqlExecutor,
  count: number,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const all = {
    project: `'default'`,
    name: `'nightly'`,
    endpoint: `'http://x'`,
    model_id: `'m'`,
    attempts: '1',
    tags: `'{}'::text[]`,
    plan: `'{}'::json`,
    state: `'completed'`,
    created_at: 'now()',
    ...columns,
  };
  const id = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await tx.executeSql(
    `insert into run (id, ${Object.keys(all).join(', ')})
     select ${id}, ${Object.values(all).join(', ')} from generate_series(1, ${count}) n`,
  );
  await tx.executeSql(
    `insert into run_progress (run_id, turns_total, turns_finished, turns_failed, concurrency, attempts_planned,
       attempts_next, attempts_open, seq, stored_bytes)
     select id, 1, 1, 0, 1, 1, 1, 0, 1, stored_bytes from run`,
  );
}

export function lightRunId(n: number): RunId {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}` as RunId;
}
