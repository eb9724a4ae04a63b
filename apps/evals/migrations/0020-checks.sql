-- Judged checks ask about all checks of a turn in one question, so a question is identified by the digest of its checks
-- too: an answer to other checks must never be used.
alter table judgement add column if not exists prompt_digest text not null default '';
alter table judgement drop constraint if exists judgement_pkey;
alter table judgement add constraint judgement_pkey
  primary key (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, prompt_digest);
alter table judgement drop constraint if exists judgement_kind_check;
alter table judgement add constraint judgement_kind_check
  check (kind in ('judge', 'checks', 'annotation', 'probe', 'scorer'));
alter table judgement drop constraint if exists judgement_outcome_check;
alter table judgement add constraint judgement_outcome_check
  check (outcome in ('judged', 'judge_failed', 'annotated', 'annotation_failed', 'scored', 'scorer_failed'));

-- The result of the checks of a whole conversation. Its scores count like those of one more turn of the attempt.
create table if not exists attempt_score (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  revision integer not null, -- the revision of the run that the scores belong to
  scores json not null,
  checks json not null, -- the result of each check, in the order of the scenario
  passed boolean, -- null if unknown
  primary key (run_id, scenario_no, attempt_no)
);

-- The hit rate of a judge on questions with known answers, measured once per model and prompt.
create table if not exists judge_probe (
  model text not null,
  prompt_digest text not null,
  result json not null,
  probed_at timestamptz not null default now(),
  primary key (model, prompt_digest)
);
