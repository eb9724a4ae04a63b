-- Verdicts of people on attempts. They never change the stored result of a run. Foreign keys delete them with their
-- run, because a label can be stored while its run is being deleted.

-- A random draw of attempts to label. Both runs of a mixed queue have a row with the same id.
create table label_draw (
  run_id uuid not null references run (id) on delete cascade,
  id uuid not null, -- computed from the runs, n and seed: the same query gives the same draw
  partner_run_id uuid references run (id) on delete set null, -- the other run of a mixed queue
  project text not null,
  test_name text not null,
  seed bigint not null,
  n integer not null, -- requested number of attempts of each run
  size integer not null, -- number of items in the queue, of both runs
  items json not null, -- of this run: item, scenario_no, attempt_no and try of each
  created_by text, -- name of the API key
  created_at timestamptz not null default now(),
  primary key (run_id, id)
);
create index label_draw_by_partner on label_draw (partner_run_id) where partner_run_id is not null;
-- Labelled runs of a test, for the error rates of its judge.
create index label_draw_by_test on label_draw (project, test_name, run_id);

create table label (
  run_id uuid not null references run (id) on delete cascade,
  scenario_no integer not null,
  attempt_no integer not null,
  try integer not null, -- of the attempt: a label of a conversation that was played again does not count
  check_id text not null, -- '': the whole attempt
  labeller text not null, -- as the caller says, not verified
  passed boolean, -- null: removed
  note text,
  draw_id uuid, -- null: the attempt was not shown by a draw
  is_blind boolean not null, -- of a draw, and given before the labeller was told what the judge found
  is_revealed boolean not null, -- the labeller was told what the judge found
  judge_passed boolean, -- what the judge found
  judge_digest text not null, -- of the judge, its instructions and the pass criteria
  revision integer not null, -- of the run, which the two columns before are from
  created_by text, -- name of the API key
  created_at timestamptz not null default now(),
  primary key (run_id, scenario_no, attempt_no, try, check_id, labeller)
);
