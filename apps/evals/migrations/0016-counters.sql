-- All statements are repeatable: pg_restore into an existing database keeps objects that the dump does not contain.
-- project_usage is the total size of a project's runs as of the last time each ended: the sum of run.stored_bytes,
-- which would otherwise be read from all runs of the project each time a run starts. Triggers maintain it for every way
-- in which runs end or are deleted.
create table if not exists project_usage (
  project text primary key,
  stored_bytes bigint not null
);
lock table run in share row exclusive mode;
truncate project_usage;
insert into project_usage (project, stored_bytes) select project, sum(stored_bytes) from run group by project;

create or replace function count_stored_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into project_usage (project, stored_bytes) values (new.project, new.stored_bytes - old.stored_bytes)
    on conflict (project) do update set stored_bytes = project_usage.stored_bytes + excluded.stored_bytes;
  else
    insert into project_usage (project, stored_bytes)
    select project, -sum(stored_bytes) from deleted_run group by project having sum(stored_bytes) <> 0 order by project
    on conflict (project) do update set stored_bytes = project_usage.stored_bytes + excluded.stored_bytes;
    delete from project_usage where stored_bytes = 0 and project in (select project from deleted_run);
  end if;
  return null;
end
$$;
create or replace trigger count_bytes_of_ended after update of stored_bytes on run
  for each row when (old.stored_bytes <> new.stored_bytes) execute function count_stored_bytes();
create or replace trigger count_bytes_of_deleted after delete on run referencing old table as deleted_run
  for each statement execute function count_stored_bytes();

-- The mean and the standard error of each metric, for comparisons with up to 50 earlier runs without reading summaries,
-- which can be large. Null for runs that ended before this migration.
alter table run_summary add column if not exists metric_means json;
