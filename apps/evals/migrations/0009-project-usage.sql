-- The size of a run's plan, turns and summaries: in run_progress while it grows, in run as of the last time the run
-- ended. 0 for runs stored before this migration.
alter table run_progress add column stored_bytes bigint not null default 0;
alter table run add column stored_bytes bigint not null default 0;

-- Finds the number of unfinished runs of a project and the total size of its runs. Not a partial index: statements that
-- find a run by id and state would scan that one completely.
create index run_by_state on run (project, state) include (stored_bytes);
