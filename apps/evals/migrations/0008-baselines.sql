-- A run says what it came to, which branch it tested and what it asked of which model: baselines are chosen by that.
alter table run
  add column result text check (result in ('pass', 'fail', 'inconclusive')), -- null until the run is over
  add column branch text, -- null if the request named none
  add column plan_digest bytea, -- equal if the same was asked of the same model and scored in the same way
  add column partner_id uuid, -- the run that is played at the same time, attempt by attempt
  add column is_against boolean not null default false; -- of the two, the one that the other is compared with

-- The newest run of a test that passed on a branch.
create index run_passed on run (project, name, coalesce(branch, ''), id desc)
  where result = 'pass' and not is_against;
-- Runs that can be expected to have the same mean.
create index run_by_plan on run (project, name, plan_digest, id desc)
  where state = 'completed' and result in ('pass', 'inconclusive');

-- The run that others of its test are compared with until another one is pinned. It cannot be deleted.
create table pinned_baseline (
  project text not null,
  test_name text not null,
  run_id uuid not null unique references run (id) on delete restrict,
  primary key (project, test_name)
);

-- Equal replies are no certainty: the history is compared by scores alone.
alter table run_scenario drop column has_same_replies;
