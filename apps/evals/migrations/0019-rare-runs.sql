-- Runs by a tag and by a part of their name, from an index that PostgreSQL can only read as a bitmap. Bitmaps are off
-- in the sessions of the services, so these functions turn them on for themselves: without them PostgreSQL before 18
-- reads the whole table. `created_at` is in no index: else an index that has all that is asked for would be read whole.
create function find_runs_by_tag(of_project text, given_tag text, at_most int)
returns table (id uuid, created_at timestamptz)
language sql stable set enable_bitmapscan = on as $$
  select r.id, r.created_at from run r
  where array[r.project] @> array[of_project] and r.tags @> array[given_tag]
  limit at_most
$$;

create function find_runs_by_part_of_name(of_project text, pattern text, at_most int)
returns table (id uuid, created_at timestamptz)
language sql stable set enable_bitmapscan = on as $$
  select r.id, r.created_at from run r
  where array[r.project] @> array[of_project] and lower(r.name) like lower(pattern)
  limit at_most
$$;
