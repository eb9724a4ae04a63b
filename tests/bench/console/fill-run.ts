import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';

/** A run with so many scenarios and turns in each of them, played five times. */
export interface RunSize {
  readonly scenarios: number;
  readonly turns: number;
}

const ATTEMPTS = 5;

export function countTurns({ scenarios, turns }: RunSize): number {
  return scenarios * turns * ATTEMPTS;
}

/** Every turn differs; about one in seven is bad, a few failed, and some labels are wrong. */
const fill = ({ scenarios, turns }: RunSize): string => `
with turns as materialized (
  select *, case when is_failed then 0 else round((case when h % 7 = 0 then 0.2 + (h % 50) / 100.0
      else 0.75 + (h % 250) / 1000.0 end)::numeric, 3)::float8 end as score,
    case when h % 11 = 0 then 0 else 1 end as label
  from (
    select s, a, t, abs(hashint4(s * 1000003 + t * 101 + a)) as h,
      abs(hashint4(s * 31 + t * 7919)) % 250 = 0 and a = 0 as is_failed
    from generate_series(0, ${scenarios - 1}) s, generate_series(0, ${ATTEMPTS - 1}) a,
      generate_series(0, ${turns - 1}) t
  ) placed
), graded as (
  insert into turn_grade (run_id, scenario_no, attempt_no, turn_no, try, revision, scores, overall, metadata, metadata_source)
  select $1, s, a, t, 0, 1,
    json_build_object('overall', score, 'reply', score, 'metadata', label, 'metadata.intent', label, 'token_f1', score),
    score, '{"intent":"block_card","sentiment":"neutral"}', 'endpoint'
  from turns
)
insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, error, latency_ms, usage, flags, protocol)
select $1, s, a, t, 0,
  'Reply ' || s || '.' || a || '.' || t || ' ' || repeat('The card is blocked and a new one is on its way. ', 6),
  case when is_failed then 'endpoint_failed' else 'answered' end,
  case when is_failed then '{"kind":"timeout","status":null,"message":"no answer","tries":3,"elapsed_ms":9}'::json end,
  200 + (h % 4000), '{"input_tokens":120,"output_tokens":60,"total_tokens":180}', '[]', 'openai'
from turns`;

/** Inserts a run in the state just before its summary; the service then writes the summary. */
export async function fillRun(databaseUrl: string, size: RunSize): Promise<string> {
  const id = randomUUIDv7();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at, finishing_at)
       values ($1, 'default', 'A large run', 'http://127.0.0.1:1/', 'sim/v2', ${ATTEMPTS}, '{}', $2, 'finishing',
         now(), now() - interval '1 hour')`,
      [id, JSON.stringify(plan(size))],
    );
    await client.query(
      `insert into run_progress (run_id, turns_total, turns_finished, turns_failed, concurrency,
         attempts_planned, attempts_next, attempts_open, seq)
       values ($1, $2, $2, 0, 8, $3, $3, 0, 1)`,
      [id, countTurns(size), size.scenarios * ATTEMPTS],
    );
    await client.query(fill(size), [id]);
    await client.query('analyze turn, turn_grade');
  } finally {
    await client.end();
  }
  return id;
}

function plan({ scenarios, turns }: RunSize): object {
  return {
    testName: 'A large run',
    endpoint: 'http://127.0.0.1:1/',
    modelId: 'sim/v2',
    attempts: ATTEMPTS,
    protocol: 'auto',
    history: 'live',
    concurrency: 8,
    parameters: {},
    weights: { reply: 0.7, metadata: 0.3 },
    modelScorers: [],
    prices: {},
    isSimulated: false,
    gates: [],
    warnings: [],
    extra: {},
    scenarios: Array.from({ length: scenarios }, (_, scenario) => ({
      id: `scenario-${scenario}`,
      name: `support-case-${scenario}`,
      description: 'A long conversation about a card',
      extra: {},
      interactions: Array.from({ length: turns }, (__, turn) => ({
        id: `${scenario}-${turn}`,
        user_message: `Message ${scenario}.${turn}: my card is gone, what do I do now and how long does it take?`,
        reference_reply: 'The card is blocked and a new one is on its way. '.repeat(4),
        interaction_type: turn === 0 ? 'opening' : 'development',
        reference_metadata: { intent: 'block_card', sentiment: 'neutral' },
        extra: {},
      })),
    })),
  };
}
