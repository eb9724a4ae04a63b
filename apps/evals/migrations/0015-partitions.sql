-- The tables that grow with every turn are partitioned by the timestamp at the start of a run's id, so that old runs
-- are removed by dropping a partition. There is no default partition: creating a partition would lock it, and a row in
-- it would prevent creating the partition that the row belongs to.

-- Turns whose ids have a time without a partition (a wrong clock) get the partition of their month.
alter table turn detach partition turn_rest;
do $$
declare
  month timestamp;
  name text;
begin
  for month in
    select distinct date_trunc('month', to_timestamp(('x' || left(replace(run_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
      at time zone 'UTC')
    from turn_rest
  loop
    name := 'turn_' || to_char(month, 'YYYY_MM');
    execute format('create table %I (like turn including all)', name);
    execute format('alter table turn attach partition %I for values from (%L) to (%L)', name,
      rpad(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'), 32, '0')::uuid,
      rpad(lpad(to_hex((extract(epoch from month + interval '1 month') * 1000)::bigint), 12, '0'), 32, '0')::uuid);
  end loop;
end
$$;
insert into turn select * from turn_rest;
drop table turn_rest;

-- The existing table becomes the partition of all ids up to the end of the newest run's month, or of this month if that
-- is later. It is needed even without rows, because a run that was played before can be judged later; it is dropped
-- only if there are no runs and no rows.
do $$
declare
  name text;
  newest uuid;
  until_time timestamp;
begin
  foreach name in array array['attempt', 'run_event', 'judgement'] loop
    execute format('select id from ((select id from run order by id desc limit 1)
      union all (select run_id from %I order by run_id desc limit 1)) x order by id desc limit 1', name) into newest;
    execute format('alter table %I rename to %I', name, name || '_before');
    execute format('alter index %I rename to %I', name || '_pkey', name || '_before_pkey');
    execute format('create table %I (like %I including all) partition by range (run_id)', name, name || '_before');
    if newest is null then
      execute format('drop table %I', name || '_before');
    else
      until_time := date_trunc('month', greatest(now() at time zone 'UTC',
        to_timestamp(('x' || left(replace(newest::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC'))
        + interval '1 month';
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, name || '_before',
        rpad(lpad(to_hex((extract(epoch from until_time) * 1000)::bigint), 12, '0'), 32, '0')::uuid);
    end if;
  end loop;
end
$$;
