-- The size of a run's plan: a worker holds the plans of the runs that it plays in memory. 0 for runs stored before this
-- migration.
alter table run_progress add column plan_bytes int not null default 0;
