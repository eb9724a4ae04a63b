-- The size of a run's plan: a worker has the plans of the runs that it plays in memory. Runs that were stored before have 0.
alter table run_progress add column plan_bytes int not null default 0;
