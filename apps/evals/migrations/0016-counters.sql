-- All of it may be repeated: pg_restore into a database leaves what the dump does not know.
-- The size of all runs of a project when they last ended: the sum of run.stored_bytes, which would have to be read from all
-- runs of the project each time that one begins. Triggers keep it right, whatever ends or deletes runs.
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

-- The mean and the standard error of each metric, for comparisons with up to 50 earlier runs: a summary may be large.
-- Runs that ended before have none.
alter table run_summary add column if not exists metric_means json;
