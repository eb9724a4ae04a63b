-- Calls to models about replies. Each call is a row, stored before its answer is used, so that resuming after a crash
-- pays for nothing twice.
create table judgement (
  run_id uuid not null,
  scenario_no integer not null, -- -1: a probe, a question with a known answer that tests the judge itself
  attempt_no integer not null,
  turn_no integer not null,
  revision integer not null, -- the run's revision at the time of the call
  kind text not null check (kind in ('judge', 'annotation', 'probe')),
  model text not null,
  sample_no integer not null,
  outcome text not null check (outcome in ('judged', 'judge_failed', 'annotated', 'annotation_failed')),
  score double precision,
  result json not null, -- the complete answer
  usage json,
  latency_ms double precision not null,
  asked_at timestamptz not null default now(),
  primary key (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no)
);

-- Embedding vectors by the hash of the text, so that the same text is never embedded twice.
create table embedding (
  model text not null,
  digest bytea not null,
  vector bytea not null, -- 4 bytes per number, little-endian
  created_at timestamptz not null default now(),
  primary key (model, digest)
);

alter table run
  add column revision integer not null default 1, -- incremented each time the run is rescored
  add column marking_epoch integer not null default 0, -- only marks of the latest epoch are accepted
  add column stop_marking boolean not null default false;

-- The revision that the scores belong to; 0: as played.
alter table turn add column revision integer not null default 0;
alter table turn_superseded add column revision integer not null default 0;

alter table run_summary add column revision integer not null default 1;
alter table run_summary drop constraint run_summary_pkey, add primary key (run_id, revision);
