-- Ids are ordinals within a run; the caller's own ids are only data. Text from callers and endpoints is stored as json,
-- which accepts any JSON text; jsonb rejects NUL.


-- Runs ---------------------------------------------------------------------------------------------------------------

create table run (
  id uuid primary key, -- version 7: ids sort by time
  project text not null,
  name text not null,
  branch text, -- null if the request named none
  dataset text, -- dataset and version of the scenarios, such as support@7; null if the request had them itself
  tags text[] not null,
  endpoint text not null,
  model_id text not null,
  attempts integer not null,
  plan json not null,
  plan_digest bytea, -- equal for the same requests to the same model, scored in the same way
  -- True if models grade the run's replies. This is a column because a statement that reads inside a plan fails if a
  -- text in it has a character that PostgreSQL cannot read inside json (NUL, half a surrogate pair).
  is_graded boolean not null default false,
  partner_id uuid, -- the run that is played at the same time, attempt by attempt
  is_against boolean not null default false, -- true for the run of a pair that the other one is compared with
  state text not null check (state in ('running', 'cancelling', 'finishing', 'completed', 'cancelled', 'failed')),
  is_cancelled boolean not null default false,
  stopped_by text check (stopped_by in ('budget')), -- null: not stopped
  -- A run with early stopping is compared with its baseline in looks: the number of looks that were taken, and the
  -- attempts of each scenario so far. Null for a run with fixed attempts.
  look integer,
  scenario_attempts integer[],
  revision integer not null default 1, -- incremented each time the run is rescored
  grading_epoch integer not null default 0, -- only grades of the latest epoch are accepted
  stop_grading boolean not null default false,
  result text check (result in ('pass', 'fail', 'inconclusive')), -- null until the run has ended
  stored_bytes bigint not null default 0, -- size of plan, turns and summaries as of the last time the run ended
  created_at timestamptz not null,
  finishing_at timestamptz, -- when the summary was last requested
  finished_at timestamptz
);
create index run_by_finishing on run (finishing_at) where state = 'finishing';
create index run_by_project on run (project, id desc);
-- The newest passed run of a test on a branch.
create index run_passed on run (project, name, coalesce(branch, ''), id desc)
  where result = 'pass' and not is_against;
-- Runs that are expected to have the same mean.
create index run_by_plan on run (project, name, plan_digest, id desc)
  where state = 'completed' and result in ('pass', 'inconclusive');

-- Lists of runs are read along an index that ends with the run id, so that a page costs the same for any number of runs.
-- The filter values are combined into one array: with separate columns PostgreSQL often picks another index that starts
-- with the first column, and reads all runs of the project.
create index run_of_test on run ((array[project, name]), id desc);
create index run_of_model on run ((array[project, model_id]), id desc);
create index run_in_state on run ((array[project, state]), id desc);
-- Each search also reads the entries that were added since the last clean-up, so their list is kept short.
create index run_by_tag on run using gin (tags, (array[project])) with (gin_pending_list_limit = 256);

-- Find runs by tag and by part of their name, through an index that PostgreSQL can only read as a bitmap scan. Bitmap
-- scans are off in the sessions of the services, so these functions turn them on for themselves: without them
-- PostgreSQL before 18 reads the whole table. `created_at` is in no index: otherwise PostgreSQL would scan a covering
-- index completely. The index of names needs an extension, so it is not created here.
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

-- The total size of a project's runs as of the last time each ended: the sum of run.stored_bytes, which would otherwise
-- be read from all runs of the project each time a run starts. Triggers maintain it for every way in which runs end or
-- are deleted.
create table project_usage (
  project text primary key,
  stored_bytes bigint not null
);

create function count_stored_bytes() returns trigger language plpgsql as $$
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
create trigger count_bytes_of_ended after update of stored_bytes on run
  for each row when (old.stored_bytes <> new.stored_bytes) execute function count_stored_bytes();
create trigger count_bytes_of_deleted after delete on run referencing old table as deleted_run
  for each statement execute function count_stored_bytes();

create table idempotency_key (
  project text not null,
  key text not null,
  digest bytea not null,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (project, key)
);
create index idempotency_key_by_run on idempotency_key (run_id);

-- The run that other runs of its test are compared with until another one is pinned. It cannot be deleted.
create table pinned_baseline (
  project text not null,
  test_name text not null,
  run_id uuid not null unique references run (id) on delete restrict,
  primary key (project, test_name)
);
create index pinned_in_project on pinned_baseline (project, run_id desc);

-- Targets that requests name. A run keeps a copy in its plan, so a target can be changed and deleted at any time.
create table target (
  project text not null,
  name text not null,
  target json not null,
  updated_at timestamptz not null default now(),
  primary key (project, name)
);


-- Play ---------------------------------------------------------------------------------------------------------------

-- The tables that grow with every turn are partitioned by the timestamp at the start of a run's id, so that old runs
-- are removed by dropping a partition. Partitions are created when a process starts, and ahead of time. There is no
-- default partition: creating a partition would lock it, and a row in it would prevent creating the partition that the
-- row belongs to.

-- Mutable state of a running run, separate from the row that describes it. The holder of the row lock writes the next
-- event, so events are in commit order and without gaps.
create table run_progress (
  run_id uuid primary key,
  turns_total integer not null,
  turns_finished integer not null,
  turns_failed integer not null,
  concurrency integer not null,
  attempts_planned integer not null,
  attempts_next integer not null, -- the next play position
  attempts_open integer not null,
  seq integer not null, -- of the last event
  stored_bytes bigint not null default 0, -- size of plan, turns and summaries so far
  plan_bytes integer not null default 0, -- a worker holds the plans of the runs that it plays in memory
  -- A run can have a budget of calls to its endpoint. Calls are reserved before they are made, so that the budget holds
  -- even if workers crash.
  call_budget integer, -- null: no budget, and calls are not counted
  calls_reserved integer not null default 0, -- made, or reserved for attempts that are being played
  scenario_turns integer[] -- number of turns per scenario; null without a budget
) with (fillfactor = 50);

create table run_event (
  run_id uuid not null,
  seq integer not null,
  at timestamptz not null default now(),
  kind text not null,
  data json not null,
  primary key (run_id, seq)
) partition by range (run_id);

create table attempt (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  play_order integer not null,
  state text not null check (state in ('waiting', 'queued', 'running', 'done', 'cancelled')),
  lane uuid, -- the job that plays it
  epoch integer not null default 0, -- the claim of that job that is in force
  try integer not null default 0,
  replays integer not null default 0, -- how often it was played again because its simulated user spoiled it
  primary key (run_id, scenario_no, attempt_no),
  unique (run_id, play_order)
) partition by range (run_id);
create index attempt_by_lane on attempt (lane) where state in ('queued', 'running');

-- The journal: one row per turn. Only grading changes it.
create table turn (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null,
  user_message text, -- a copy of the message of a simulated user, so that lists and exports need no join
  outcome text not null check (outcome in ('answered', 'endpoint_failed')),
  error json,
  reply text not null,
  tool_calls json,
  generated_metadata json not null,
  metadata_source text,
  flags json not null,
  protocol text not null,
  latency_ms double precision not null,
  usage json,
  -- What the next turn sends to continue the conversation that the endpoint keeps. Stored with the turn, so that
  -- another worker can continue the same session.
  session json,
  revision integer not null default 0, -- of the run, which the scores belong to; 0: as played
  scores json not null,
  score_details json not null,
  overall double precision,
  checks json,
  passed boolean,
  finished_at timestamptz not null default now(),
  primary key (run_id, scenario_no, attempt_no, turn_no)
) partition by range (run_id);

-- Turns that were played again. A retry copies whole rows, so the columns and their order must be those of `turn`.
create table turn_superseded (
  like turn including defaults,
  primary key (run_id, scenario_no, attempt_no, turn_no, try)
);

-- Messages of simulated users. Each is recorded before the endpoint is asked, so that another worker continues the same
-- conversation.
create table user_message (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null, -- of the attempt
  message text not null, -- '' if the model of the user gave none
  is_last boolean not null, -- the user ends the conversation with this message
  reason text not null, -- of the user for this message; why there is none if `error` is set
  usage json,
  error json, -- why the model gave no message
  latency_ms double precision not null,
  primary key (run_id, scenario_no, attempt_no, turn_no, try)
) partition by range (run_id);

-- Limits on concurrent calls and calls per minute to an endpoint, shared by all workers. The holder of the row lock
-- hands out the leases.
create table endpoint_limit (
  origin text primary key,
  tokens double precision not null, -- calls available now
  refilled_at timestamptz not null
);

create table endpoint_lease (
  origin text not null,
  worker uuid not null,
  slots integer not null,
  want integer not null,
  until timestamptz not null,
  primary key (origin, worker)
);

-- The schema of the queue; pg-boss creates its tables. It is created here, under the migration lock, because of several
-- processes that started together on an empty database one failed: pg-boss first looks for its schema, and the
-- connection still remembers that it was missing when pg-boss creates it.
create schema if not exists fairtrial_queue;


-- Grading ------------------------------------------------------------------------------------------------------------

-- Calls to models about replies. Each call is a row, stored before its answer is used, so that resuming after a crash
-- pays for nothing twice.
create table judgement (
  run_id uuid not null,
  scenario_no integer not null, -- -1: a probe, a question with a known answer that tests the judge itself
  attempt_no integer not null,
  turn_no integer not null,
  revision integer not null, -- the run's revision at the time of the call
  kind text not null check (kind in ('judge', 'checks', 'audit', 'annotation', 'probe', 'scorer')),
  model text not null,
  sample_no integer not null,
  -- Judged checks ask about all checks of a turn in one question, so a question is identified by the digest of its
  -- checks too: an answer to other checks must never be used. '' for other kinds.
  prompt_digest text not null default '',
  outcome text not null
    check (outcome in ('judged', 'judge_failed', 'annotated', 'annotation_failed', 'scored', 'scorer_failed')),
  score double precision,
  result json not null, -- the complete answer
  usage json,
  latency_ms double precision not null,
  asked_at timestamptz not null default now(),
  primary key (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, prompt_digest)
) partition by range (run_id);

-- The hit rate of a judge on questions with known answers, measured once per model and prompt.
create table judge_probe (
  model text not null,
  prompt_digest text not null,
  result json not null,
  probed_at timestamptz not null default now(),
  primary key (model, prompt_digest)
);

-- Embedding vectors by the hash of the text, so that the same text is never embedded twice.
create table embedding (
  model text not null,
  digest bytea not null,
  vector bytea not null, -- 4 bytes per number, little-endian
  created_at timestamptz not null default now(),
  primary key (model, digest)
);

-- The runs that use an embedding: it is deleted with the last of them.
create table run_embedding (
  run_id uuid not null,
  model text not null,
  digest bytea not null,
  primary key (run_id, model, digest)
);
create index run_embedding_by_text on run_embedding (model, digest);

-- The result of the checks of a whole conversation. Its scores count like those of one more turn of the attempt.
create table attempt_score (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  revision integer not null, -- the revision of the run that the scores belong to
  scores json not null,
  checks json not null, -- the result of each check, in the order of the scenario
  passed boolean, -- null if unknown
  user_result json, -- of a simulated user; null without one
  excluded_reason text check (excluded_reason in ('user_fault', 'user_failed')), -- null: it counts
  primary key (run_id, scenario_no, attempt_no)
);

-- What the judge found in each conversation with a simulated user, including those that were played again.
create table user_audit (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  try integer not null,
  outcome text not null check (outcome in ('clean', 'spoiled', 'failed')),
  faults text[] not null, -- kinds
  primary key (run_id, scenario_no, attempt_no, try)
);


-- Results ------------------------------------------------------------------------------------------------------------

create table run_summary (
  run_id uuid not null,
  revision integer not null default 1,
  scores json not null, -- the means of the run, for lists
  -- The mean and the standard error of each metric, for comparisons with up to 50 earlier runs without reading
  -- summaries, which can be large.
  metric_means json not null,
  summary json not null,
  primary key (run_id, revision)
);

-- Data that lists show about finished runs, so that they do not read summaries.
create table run_overview (
  run_id uuid primary key,
  overview json not null
);

-- Results of a run's scenarios, so that the history of a test reads no turns.
create table run_scenario (
  run_id uuid not null,
  scenario_no integer not null,
  scenario_id text not null,
  name text not null,
  script text not null, -- hash of the user's messages; generated scenario ids differ in every run
  -- Digest of the messages, references, labels, checks and judge instructions: the history compares a scenario only
  -- with runs in which it was the same.
  content text not null,
  scores double precision[] not null, -- the means of its attempts
  primary key (run_id, scenario_no)
);

-- The decisions of one look, with those of earlier looks. They are made once and never change.
create table run_look (
  run_id uuid not null,
  look_no integer not null, -- from 0
  attempts integer not null, -- of every scenario that was still played
  baseline_revision integer not null,
  decisions json not null, -- one for each scenario; null if the scenario is undecided
  is_last boolean not null, -- no attempts were added
  primary key (run_id, look_no)
);


-- Labels -------------------------------------------------------------------------------------------------------------

-- Verdicts of people on attempts. They never change the stored result of a run. Foreign keys delete them with their
-- run, because a label can be stored while its run is being deleted.

-- A random draw of attempts to label. Both runs of a mixed queue have a row with the same id.
create table label_draw (
  run_id uuid not null references run (id) on delete cascade,
  id uuid not null, -- computed from the runs, n and seed: the same query gives the same draw
  partner_run_id uuid references run (id) on delete set null, -- the other run of a mixed queue
  project text not null,
  test_name text not null,
  seed bigint not null,
  n integer not null, -- requested number of attempts of each run
  size integer not null, -- number of items in the queue, of both runs
  items json not null, -- of this run: item, scenario_no, attempt_no and try of each
  created_by text, -- name of the API key
  created_at timestamptz not null default now(),
  primary key (run_id, id)
);
create index label_draw_by_partner on label_draw (partner_run_id) where partner_run_id is not null;
-- Labelled runs of a test, for the error rates of its judge.
create index label_draw_by_test on label_draw (project, test_name, run_id);

create table label (
  run_id uuid not null references run (id) on delete cascade,
  scenario_no integer not null,
  attempt_no integer not null,
  try integer not null, -- of the attempt: a label of a conversation that was played again does not count
  check_id text not null, -- '': the whole attempt
  labeller text not null, -- as the caller says, not verified
  passed boolean, -- null: removed
  note text,
  draw_id uuid, -- null: the attempt was not shown by a draw
  is_blind boolean not null, -- of a draw, and given before the labeller was told what the judge found
  is_revealed boolean not null, -- the labeller was told what the judge found
  judge_passed boolean, -- what the judge found
  judge_digest text not null, -- of the judge, its instructions and the pass criteria
  revision integer not null, -- of the run, which the two columns before are from
  created_by text, -- name of the API key
  created_at timestamptz not null default now(),
  primary key (run_id, scenario_no, attempt_no, try, check_id, labeller)
);


-- Datasets -----------------------------------------------------------------------------------------------------------

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


-- Traces -------------------------------------------------------------------------------------------------------------

-- Spans of traces, reduced to what conversations need. Partitioned by the day on which a span started, so that old
-- spans are removed by dropping a partition. Partitions are created when the first span of a day arrives.
create table span (
  day date not null,
  project text not null,
  trace_id text not null,
  span_id text not null,
  parent_id text,
  named_conversation text, -- the conversation id in the attributes of the span itself
  conversation text not null, -- also from other spans of the trace, else the trace id
  started_ns bigint not null,
  ended_ns bigint not null,
  bytes integer not null,
  content json not null,
  primary key (project, trace_id, span_id, day)
) partition by range (day);
create index span_conversation on span (project, conversation);

-- What lists of conversations show. Derived from the spans, and updated in the same transaction.
create table conversation (
  project text not null,
  id text collate "C" not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  head json not null,
  words tsvector not null, -- words of the messages, and one lexeme each for project, models, tools and failure
  primary key (project, id)
);
create index conversation_newest on conversation (project, started_at, id);
create index conversation_ended on conversation (ended_at);
create index conversation_words on conversation using gin (words);

-- The number and size of the spans of each day, for the limits of a project.
create table span_usage (
  project text not null,
  day date not null,
  spans bigint not null,
  bytes bigint not null,
  primary key (project, day)
);
