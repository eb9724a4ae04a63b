import type {
  AverageScores,
  EvaluationResponse,
  RunId,
  RunOverview,
  ScenarioPasses,
  Stats,
} from '@fairtrial/contracts';
import type { AttemptMeans } from '../../entities/attempt-means.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** The fields of the answer that are computed once, from the turns. The others are those of the run and its plan. */
type ComputedAnswer = Pick<
  EvaluationResponse,
  | 'message'
  | 'protocol'
  | 'duration_ms'
  | 'usage'
  | 'cost'
  | 'grading'
  | 'judges'
  | 'stats'
  | 'passes'
  | 'simulated_user'
  | 'headline'
  | 'warnings'
  | 'comparison'
  | 'gate'
  | 'sequential'
>;

/** The results of a run. Plan, turns and summary together make up the answer. */
export interface RunSummary extends Readonly<ComputedAnswer> {
  /** Why the judge of the run is not trusted. */
  readonly judgeDoubt?: string | undefined;
  readonly scenarios: readonly ScenarioSummary[];
}

export interface ScenarioSummary {
  readonly averageScores: AverageScores;
  readonly stats: Stats;
  readonly passes?: ScenarioPasses | undefined;
  /** Pass flag of each attempt; null if unknown. */
  readonly attemptsPassed?: readonly (boolean | null)[];
  /** One for each attempt. */
  readonly attempts: AttemptMeans;
}

export async function findSummary(tx: SqlExecutor, id: RunId): Promise<RunSummary | undefined> {
  const [row] = await queryRows<{ summary: RunSummary }>(
    tx,
    `select s.summary from run_summary s join run r on (r.id, r.revision) = (s.run_id, s.revision)
     where s.run_id = $1`,
    [id],
  );
  return row?.summary;
}

/** Duration from the run's first summary: rescoring does not change it. */
export async function findDuration(tx: SqlExecutor, id: RunId): Promise<number | undefined> {
  const [row] = await queryRows<{ duration_ms: number }>(
    tx,
    `select (summary->>'duration_ms')::float8 as duration_ms from run_summary
     where run_id = $1 order by revision limit 1`,
    [id],
  );
  return row?.duration_ms;
}

/** Returns why the judge of a run is not trusted; `undefined` if it is trusted, or if the run has no judge. */
export async function findJudgeDoubt(tx: SqlExecutor, id: RunId): Promise<string | undefined> {
  const [row] = await queryRows<{ judgeDoubt: string | null }>(
    tx,
    `select s.summary->>'judgeDoubt' as "judgeDoubt"
     from run_summary s join run r on (r.id, r.revision) = (s.run_id, s.revision) where s.run_id = $1`,
    [id],
  );
  return row?.judgeDoubt ?? undefined;
}

/** Replaces the overview each time the run ends. */
export async function storeOverview(
  tx: SqlExecutor,
  id: RunId,
  overview: RunOverview,
): Promise<void> {
  await queryRows(
    tx,
    `insert into run_overview (run_id, overview) select id, $2 from run where id = $1
     on conflict (run_id) do update set overview = excluded.overview`,
    [id, toJsonParameter(overview)],
  );
}
