-- Lists of runs are read along an index that ends with the id of the run, so that a page costs the same however many runs
-- there are. What they are chosen by is one value in each: with a column each, PostgreSQL often takes another index that
-- has the first of them, and reads all runs of the project.
create index concurrently if not exists run_of_test on run ((array[project, name]), id desc);
create index concurrently if not exists run_of_model on run ((array[project, model_id]), id desc);
create index concurrently if not exists run_in_state on run ((array[project, state]), id desc);
create index concurrently if not exists pinned_in_project on pinned_baseline (project, run_id desc);
-- Rare tags. Each search reads what was added since the last clean-up, so that is kept short.
create index concurrently if not exists run_by_tag on run using gin (tags, (array[project]))
  with (gin_pending_list_limit = 256);
drop index concurrently if exists run_by_name;
drop index concurrently if exists run_by_state;
