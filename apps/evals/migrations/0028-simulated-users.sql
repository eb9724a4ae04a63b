-- Messages of simulated users. Each is recorded before the endpoint is asked, so that another worker continues the same
-- conversation. Partitioned like turns; partitions are created when a process starts.
create table user_message (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null, -- of the attempt
  message text not null, -- '' if the model of the user gave none
  is_last boolean not null, -- the user ends the conversation with this message
  reason text not null, -- of the user for this message; why there is none if `error` is set
  usage json,
  error json, -- why the model gave no message
  latency_ms double precision not null,
  primary key (run_id, scenario_no, attempt_no, turn_no, try)
) partition by range (run_id);

-- What the judge found in each conversation with a simulated user, including those that were played again.
create table user_audit (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  try integer not null,
  outcome text not null check (outcome in ('clean', 'spoiled', 'failed')),
  faults text[] not null, -- kinds
  primary key (run_id, scenario_no, attempt_no, try)
);

-- A copy of the user's message of a simulated turn, so that lists and exports need no join. Both tables get it last: a
-- retry copies whole rows.
alter table turn add column user_message text;
alter table turn_superseded add column user_message text;

-- How often an attempt was played again because its simulated user spoiled it.
alter table attempt add column replays integer not null default 0;

alter table attempt_score
  add column user_result json, -- of a simulated user; null without one
  add column excluded_reason text check (excluded_reason in ('user_fault', 'user_failed')); -- null: it counts

alter table judgement drop constraint judgement_kind_check;
alter table judgement add constraint judgement_kind_check
  check (kind in ('judge', 'checks', 'audit', 'annotation', 'probe', 'scorer'));
