import type { Usage, RunId, GradingTotal } from '@fairtrial/contracts';
import type { AttemptKey, SubjectOrdinals, TurnOrdinals } from '../../entities/turn.ts';
import { queryRows, type SqlExecutor, toJsonParameter } from '../connection/sql.ts';
import type { GradingClaim } from './begin-grading.ts';

export type JudgementKind = 'judge' | 'checks' | 'audit' | 'annotation' | 'probe';

/** One question to a model about a reply or a conversation, and its outcome. */
export interface JudgementRow extends SubjectOrdinals {
  readonly kind: JudgementKind;
  readonly model: string;
  readonly sampleNo: number;
  /** Identifies the checks that were asked about; empty for other questions. */
  readonly promptDigest: string;
  readonly outcome: 'judged' | 'judge_failed' | 'annotated' | 'annotation_failed';
  readonly score: number | null;
  /** The full answer, in the format of the judge or annotator. */
  readonly result: object;
  readonly usage: Usage | null;
  readonly latencyMs: number;
}

interface JudgementFilter {
  readonly runId: RunId;
  /** The first revision whose judgements count. */
  readonly since: number;
  /** The current revision. Failures of earlier revisions are left out, so that they are asked again. */
  readonly revision: number;
}

/** Both ends are inclusive. */
interface TurnRange {
  readonly first: TurnOrdinals;
  readonly last: TurnOrdinals;
}

type AttemptOrdinals = Omit<AttemptKey, 'runId'>;

interface AttemptRange {
  readonly first: AttemptOrdinals;
  readonly last: AttemptOrdinals;
}

/** In order. Of repeated questions only the last answer counts. */
function listStatement(about: string): string {
  return `
select distinct on (scenario_no, attempt_no, turn_no, kind, model, sample_no, prompt_digest)
  scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", kind, model, sample_no as "sampleNo",
  prompt_digest as "promptDigest", outcome, score, result, usage, latency_ms as "latencyMs"
from judgement
where run_id = $1 and ${about}
  and kind <> 'scorer' and revision between $2 and $3 and (revision = $3 or outcome in ('judged', 'annotated'))
order by scenario_no, attempt_no, turn_no, kind, model, sample_no, prompt_digest, revision desc`;
}

const OF_TURNS = listStatement(
  '(scenario_no, attempt_no, turn_no) between ($4, $5, $6) and ($7, $8, $9)',
);
const OF_CONVERSATIONS = listStatement(
  '(scenario_no, attempt_no) between ($4, $5) and ($6, $7) and turn_no is null',
);

/** Lists the judgements of models about the turns from `first` to `last`. */
export function listJudgements(
  tx: SqlExecutor,
  { runId, since, revision, first, last }: JudgementFilter & TurnRange,
): Promise<readonly JudgementRow[]> {
  const range = [first, last].flatMap((at) => [at.scenarioNo, at.attemptNo, at.turnNo]);
  return queryRows<JudgementRow>(tx, OF_TURNS, [runId, since, revision, ...range]);
}

/** Lists the judgements of models about the conversations of the attempts from `first` to `last`. */
export function listConversationJudgements(
  tx: SqlExecutor,
  { runId, since, revision, first, last }: JudgementFilter & AttemptRange,
): Promise<readonly JudgementRow[]> {
  const range = [first, last].flatMap((at) => [at.scenarioNo, at.attemptNo]);
  return queryRows<JudgementRow>(tx, OF_CONVERSATIONS, [runId, since, revision, ...range]);
}

const INSERT = `
with held as materialized (
  select id, revision from run where id = $1 and grading_epoch = $2 and state = 'finishing'
), written as (
  insert into judgement (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, prompt_digest, outcome,
    score, result, usage, latency_ms)
  select h.id, x."scenarioNo", x."attemptNo", x."turnNo", h.revision, x.kind, x.model, x."sampleNo", x."promptDigest",
    x.outcome, x.score, x.result, x.usage, x."latencyMs"
  from held h, json_to_recordset($3::json) as x (
    "scenarioNo" int, "attemptNo" int, "turnNo" int, kind text, model text, "sampleNo" int, "promptDigest" text, outcome text,
    score float8, result json, usage json, "latencyMs" float8)
  on conflict do nothing
)
select id from held`;

/** Stores judgements. Returns false if the claim is no longer valid. */
export async function insertJudgements(
  tx: SqlExecutor,
  { runId, epoch }: GradingClaim,
  rows: readonly JudgementRow[],
): Promise<boolean> {
  return (await queryRows(tx, INSERT, [runId, epoch, toJsonParameter(rows)])).length > 0;
}

/** Calls and tokens of one grading model. */
export interface JudgementCounts extends GradingTotal {
  /** Number of answered questions without reported tokens. */
  readonly unreported: number;
}

const COUNT_BY_MODEL = `
select kind, model, count(*)::int as calls,
  count(*) filter (where outcome not in ('judged', 'annotated', 'scored'))::int as failed,
  count(*) filter (where outcome in ('judged', 'annotated') and
    coalesce((usage->>'input_tokens')::bigint + (usage->>'output_tokens')::bigint, 0) = 0)::int as unreported,
  json_strip_nulls(json_build_object(
    'input_tokens', coalesce(sum((usage->>'input_tokens')::bigint), 0),
    'output_tokens', coalesce(sum((usage->>'output_tokens')::bigint), 0),
    'total_tokens', coalesce(sum((usage->>'total_tokens')::bigint), 0),
    'cache_read_tokens', sum((usage->>'cache_read_tokens')::bigint),
    'cache_write_tokens', sum((usage->>'cache_write_tokens')::bigint))) as usage
from judgement where run_id = $1 and revision >= $2
group by kind, model order by kind, model`;

/** Counts a run's questions to models since a revision, per model. */
export function countJudgements(
  tx: SqlExecutor,
  id: RunId,
  since: number,
): Promise<readonly JudgementCounts[]> {
  return queryRows<JudgementCounts>(tx, COUNT_BY_MODEL, [id, since]);
}
