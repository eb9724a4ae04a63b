-- Results of a run's scenarios, so that the history of a test reads no turns.
create table run_scenario (
  run_id uuid not null,
  scenario_no integer not null,
  scenario_id text not null,
  name text not null,
  script text not null, -- hash of the user's messages; generated scenario ids differ in every run
  scores double precision[] not null, -- the means of its attempts
  has_same_replies boolean not null, -- identical word for word in all attempts
  primary key (run_id, scenario_no)
);

create index run_by_name on run (project, name, id desc);
