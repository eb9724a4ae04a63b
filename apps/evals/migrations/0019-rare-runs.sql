-- Find runs by tag and by part of their name, through an index that PostgreSQL can only read as a bitmap scan. Bitmap
-- scans are off in the sessions of the services, so these functions turn them on for themselves: without them
-- PostgreSQL before 18 reads the whole table. `created_at` is in no index: otherwise PostgreSQL would scan a covering
-- index completely.
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
