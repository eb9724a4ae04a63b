-- Named lists of scenarios. Every change makes a version, and versions never change.
create table dataset (
  id bigint generated always as identity primary key,
  project text not null,
  name text not null collate "C",
  latest integer not null default 0, -- version; 0: being created
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  unique (project, name)
);

-- Has all figures of lists and heads, so that they do not read scenarios.
create table dataset_version (
  dataset_id bigint not null references dataset (id) on delete cascade,
  version integer not null,
  content_hash text not null, -- SHA-256 of the hashes of the scenarios, in order
  scenarios integer not null,
  interactions integer not null,
  added integer not null, -- since the version before, like the next three
  removed integer not null,
  changed integer not null,
  moved integer not null,
  tags json not null, -- the most frequent tags: tag and scenarios of each
  author text, -- name of the API key
  message text not null,
  created_at timestamptz not null default now(),
  primary key (dataset_id, version)
);

-- Contents of scenarios. The hash covers the id, so a content belongs to one scenario of the dataset.
create table dataset_content (
  dataset_id bigint not null references dataset (id) on delete cascade,
  hash text not null, -- SHA-256 of the content
  scenario_id text not null collate "C",
  content json not null,
  name text not null,
  preview text not null,
  checks integer not null,
  -- The words and tags, each behind the id of the dataset, so that a search does not read the words of other datasets.
  search tsvector not null,
  primary key (dataset_id, hash)
);
create index dataset_content_search on dataset_content using gin (search) with (gin_pending_list_limit = 1024);

-- One row for each content and place of a scenario. A version v has the rows with from_version <= v < to_version. Rows
-- are short, because every change reads those of the latest version.
create table dataset_scenario (
  dataset_id bigint not null references dataset (id) on delete cascade,
  scenario_id text not null collate "C",
  from_version integer not null,
  to_version integer not null default 2147483647, -- the version without this row; the default: none
  place bigint not null, -- the order, with gaps for scenarios that are moved
  hash text not null, -- of the content
  bytes integer not null, -- of the content
  interactions integer not null,
  tags text[] not null,
  primary key (dataset_id, scenario_id, from_version)
);
create index dataset_scenario_in_order on dataset_scenario (dataset_id, place, from_version, to_version);
create index dataset_scenario_latest on dataset_scenario (dataset_id, place) where to_version = 2147483647;
-- For the difference of two versions.
create index dataset_scenario_begun on dataset_scenario (dataset_id, from_version, scenario_id);
create index dataset_scenario_ended on dataset_scenario (dataset_id, to_version, scenario_id) where to_version < 2147483647;

-- Finds contents through an index that PostgreSQL can only read as a bitmap scan, which is off in the sessions of the
-- services.
create function find_contents(given tsquery, at_most int)
returns table (dataset_id bigint, scenario_id text, hash text)
language sql stable rows 100 set enable_bitmapscan = on as $$
  select c.dataset_id, c.scenario_id, c.hash from dataset_content c where c.search @@ given limit at_most
$$;
