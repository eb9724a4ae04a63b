import type {
  AverageScores,
  Comparison,
  GateVerdict,
  GradingTotal,
  Headline,
  ProbedJudge,
  Protocol,
  RunCost,
  RunPasses,
  ScenarioPasses,
  Sequential,
  Stats,
  Usage,
  UserReport,
  RunId,
  RunOverview,
} from '@fairtrial/contracts';
import type { AttemptMeans } from '../attempts/attempt-means.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** The results of a run, computed once from its turns. Plan, turns and summary together make up the answer. */
export interface RunSummary {
  readonly message: string;
  readonly protocol: Protocol;
  readonly durationMs: number;
  readonly usage: Usage;
  readonly stats: Stats;
  /** Calls and tokens of the grading models; absent without them. */
  readonly grading?: readonly GradingTotal[] | undefined;
  /** The judges with the faults that they find; absent without judges. */
  readonly judges?: readonly ProbedJudge[] | undefined;
  /** By the prices in the plan. */
  readonly cost: RunCost;
  /** Absent if the run defines no pass criterion. */
  readonly passes?: RunPasses | undefined;
  readonly headline: Headline;
  /** Absent without simulated users. */
  readonly simulatedUser?: UserReport | undefined;
  /** Why the judge of the run is not trusted. */
  readonly judgeDoubt?: string | undefined;
  readonly warnings: readonly string[];
  readonly scenarios: readonly ScenarioSummary[];
  /** Comparison with the baseline at the end of the run. */
  readonly comparison?: Comparison | undefined;
  readonly gate?: GateVerdict | undefined;
  /** Absent if the attempts were fixed. */
  readonly sequential?: Sequential | undefined;
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
  const [row] = await queryRows<{ durationMs: number }>(
    tx,
    `select (summary->>'durationMs')::float8 as "durationMs" from run_summary
     where run_id = $1 order by revision limit 1`,
    [id],
  );
  return row?.durationMs;
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
