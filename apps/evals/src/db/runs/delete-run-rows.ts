import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

const DELETE = `
with progress as materialized (
  select run_id from run_progress where run_id = $1 for no key update
), gone as (
  delete from run using progress
  where id = run_id and state in ('completed', 'cancelled', 'failed') returning id
), a as (delete from attempt using gone where run_id = id and run_id = $1),
  p as (delete from run_progress using gone where run_id = id),
  e as (delete from run_event using gone where run_id = id and run_id = $1),
  j as (delete from judgement using gone where run_id = id and run_id = $1),
  d as (delete from run_overview using gone where run_id = id),
  c as (delete from run_scenario using gone where run_id = id),
  s as (delete from run_summary using gone where run_id = id),
  t as (delete from turn using gone where run_id = id and run_id = $1),
  g as (delete from turn_grade using gone where run_id = id and run_id = $1),
  u as (delete from turn_superseded using gone where run_id = id),
  o as (delete from conversation_grade using gone where run_id = id),
  m as (delete from run_embedding using gone where run_id = id),
  w as (delete from user_message using gone where run_id = id and run_id = $1),
  v as (delete from user_audit using gone where run_id = id),
  l as (delete from run_look using gone where run_id = id),
  k as (delete from idempotency_key using gone where run_id = id)
select id from gone`;

/** Deletes a finished run with all its rows. Returns false if the run has not ended. */
export async function deleteRunRows(tx: SqlExecutor, id: RunId): Promise<boolean> {
  return (await queryRows(tx, DELETE, [id])).length > 0;
}
