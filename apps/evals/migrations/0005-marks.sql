-- What models were asked about replies. Each question is a row, on record before its answer is used: whoever goes on
-- after a crash pays for nothing twice.
create table judgement (
  run_id uuid not null,
  scenario_no integer not null, -- -1: a question with a known answer, which tries the judge itself
  attempt_no integer not null,
  turn_no integer not null,
  revision integer not null, -- of the run, when it was asked
  kind text not null check (kind in ('judge', 'annotation', 'probe')),
  model text not null,
  sample_no integer not null,
  outcome text not null check (outcome in ('judged', 'judge_failed', 'annotated', 'annotation_failed')),
  score double precision,
  result json not null, -- all that was said
  usage json,
  latency_ms double precision not null,
  asked_at timestamptz not null default now(),
  primary key (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no)
);

-- Texts as vectors, by the hash of the text: the same text is never embedded twice.
create table embedding (
  model text not null,
  digest bytea not null,
  vector bytea not null, -- 4 bytes a number, little end first
  created_at timestamptz not null default now(),
  primary key (model, digest)
);

alter table run
  add column revision integer not null default 1, -- one more each time it is scored anew
  add column marking_epoch integer not null default 0, -- whose marks are taken: those of the latest
  add column stop_marking boolean not null default false;

-- The revision whose scores it has; 0: as it was played.
alter table turn add column revision integer not null default 0;
alter table turn_superseded add column revision integer not null default 0;

alter table run_summary add column revision integer not null default 1;
alter table run_summary drop constraint run_summary_pkey, add primary key (run_id, revision);
