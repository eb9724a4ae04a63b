-- A run with early stopping is compared with its baseline in looks. `look` is the number of looks that were taken, and
-- null for a run with fixed attempts. `scenario_attempts` are the attempts of each scenario so far.
alter table run add column look integer, add column scenario_attempts integer[];

-- The decisions of one look, with those of earlier looks. They are made once and never change.
create table run_look (
  run_id uuid not null,
  look_no integer not null, -- from 0
  attempts integer not null, -- of every scenario that was still played
  baseline_revision integer not null,
  decisions json not null, -- one for each scenario; null if the scenario is undecided
  is_last boolean not null, -- no attempts were added
  primary key (run_id, look_no)
);
