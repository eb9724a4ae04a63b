-- The size of a run's plan, turns and summaries: as it grows, and what it was when the run last ended. Runs that were stored
-- before have 0.
alter table run_progress add column stored_bytes bigint not null default 0;
alter table run add column stored_bytes bigint not null default 0;

-- How many runs of a project are not over, and the size of all of them. No partial index: statements that find a run by its
-- id and state would read that one from end to end.
create index run_by_state on run (project, state) include (stored_bytes);
