-- A run stores its result, the tested branch and a digest of its plan and model, because baselines are chosen by them.
alter table run
  add column result text check (result in ('pass', 'fail', 'inconclusive')), -- null until the run has ended
  add column branch text, -- null if the request named none
  add column plan_digest bytea, -- equal for the same requests to the same model, scored in the same way
  add column partner_id uuid, -- the run that is played at the same time, attempt by attempt
  add column is_against boolean not null default false; -- true for the run of a pair that the other one is compared with

-- The newest passed run of a test on a branch.
create index run_passed on run (project, name, coalesce(branch, ''), id desc)
  where result = 'pass' and not is_against;
-- Runs that are expected to have the same mean.
create index run_by_plan on run (project, name, plan_digest, id desc)
  where state = 'completed' and result in ('pass', 'inconclusive');

-- The run that other runs of its test are compared with until another one is pinned. It cannot be deleted.
create table pinned_baseline (
  project text not null,
  test_name text not null,
  run_id uuid not null unique references run (id) on delete restrict,
  primary key (project, test_name)
);

-- Equal replies do not prove anything: the history compares scores only.
alter table run_scenario drop column has_same_replies;
