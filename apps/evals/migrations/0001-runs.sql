-- Ids are ordinals within a run; the caller's own ids are only data. Text from callers and endpoints is stored as json,
-- which accepts any JSON text; jsonb rejects NUL.

create table run (
  id uuid primary key, -- version 7: ids sort by time
  project text not null,
  name text not null,
  endpoint text not null,
  model_id text not null,
  attempts integer not null,
  tags text[] not null,
  plan json not null,
  state text not null check (state in ('running', 'cancelling', 'finishing', 'completed', 'cancelled', 'failed')),
  is_cancelled boolean not null default false,
  created_at timestamptz not null,
  finishing_at timestamptz, -- when the summary was last requested
  finished_at timestamptz
);
create index run_by_finishing on run (finishing_at) where state = 'finishing';
create index run_by_project on run (project, id desc);

-- Mutable state of a running run, separate from the row that describes it. The holder of the row lock writes the next
-- event, so events are in commit order and without gaps.
create table run_progress (
  run_id uuid primary key,
  turns_total integer not null,
  turns_finished integer not null,
  turns_failed integer not null,
  concurrency integer not null,
  attempts_planned integer not null,
  attempts_next integer not null, -- the next play position
  attempts_open integer not null,
  seq integer not null
) with (fillfactor = 50);

create table run_event (
  run_id uuid not null,
  seq integer not null,
  at timestamptz not null default now(),
  kind text not null,
  data json not null,
  primary key (run_id, seq)
);

create table run_summary (
  run_id uuid primary key,
  scores json not null, -- the means of the run, for lists
  summary json not null
);

create table attempt (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  position integer not null, -- play order of the attempts
  state text not null check (state in ('waiting', 'queued', 'running', 'done', 'cancelled')),
  lane uuid, -- the job that plays it
  epoch integer not null default 0, -- the claim of that job that is in force
  try integer not null default 0,
  primary key (run_id, scenario_no, attempt_no),
  unique (run_id, position)
);
create index attempt_by_lane on attempt (lane) where state in ('queued', 'running');

-- The journal: one row per turn, never changed. Partitioned by month, which a run's id starts with (UUID version 7).
create table turn (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null,
  reply text not null,
  outcome text not null check (outcome in ('answered', 'endpoint_failed')),
  error json,
  generated_metadata json not null,
  metadata_source text,
  scores json not null,
  score_details json not null,
  overall double precision,
  latency_ms double precision not null,
  usage json,
  flags json not null,
  protocol text not null,
  finished_at timestamptz not null default now(),
  primary key (run_id, scenario_no, attempt_no, turn_no)
) partition by range (run_id);
create table turn_rest partition of turn default;

-- Failed turns that were played again.
create table turn_superseded (
  like turn including defaults,
  primary key (run_id, scenario_no, attempt_no, turn_no, try)
);

create table idempotency_key (
  project text not null,
  key text not null,
  digest bytea not null,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (project, key)
);
create index idempotency_key_by_run on idempotency_key (run_id);
