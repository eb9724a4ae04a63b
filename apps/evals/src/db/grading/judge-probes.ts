import type { ProbedJudge } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** The answers of a judge to questions with known answers. */
export type ProbeResult = Omit<NonNullable<ProbedJudge['probe']>, 'probed_at'>;

interface ProbeRow {
  readonly model: string;
  readonly result: ProbeResult;
  readonly probedAt: Date;
}

/** Returns these judges with their stored probes by this prompt, in the given order. */
export async function listJudgeProbes(
  tx: SqlExecutor,
  models: readonly string[],
  promptDigest: string,
): Promise<ProbedJudge[]> {
  const rows = await queryRows<ProbeRow>(
    tx,
    `select model, result, probed_at as "probedAt" from judge_probe where model = any($1) and prompt_digest = $2`,
    [models, promptDigest],
  );
  return models.map((model) => {
    const row = rows.find((one) => one.model === model);
    const probe = row ? { probed_at: row.probedAt.toISOString(), ...row.result } : null;
    return { model, prompt_digest: promptDigest, probe };
  });
}

/** Stores the probe of a judge. The first one counts if two runs probe the same judge at the same time. */
export async function insertJudgeProbe(
  tx: SqlExecutor,
  { model, promptDigest }: { readonly model: string; readonly promptDigest: string },
  result: ProbeResult,
): Promise<void> {
  await queryRows(
    tx,
    `insert into judge_probe (model, prompt_digest, result) values ($1, $2, $3) on conflict do nothing`,
    [model, promptDigest, toJsonParameter(result)],
  );
}
