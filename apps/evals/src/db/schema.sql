-- Written by migrate.test.ts from a migrated database. To change the schema, add a migration.

CREATE OR REPLACE FUNCTION public.count_stored_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.find_contents(given tsquery, at_most integer)
 RETURNS TABLE(dataset_id bigint, scenario_id text, hash text)
 LANGUAGE sql
 STABLE ROWS 100
 SET enable_bitmapscan TO 'on'
AS $function$
  select c.dataset_id, c.scenario_id, c.hash from dataset_content c where c.search @@ given limit at_most
$function$
;

CREATE OR REPLACE FUNCTION public.find_runs_by_part_of_name(of_project text, pattern text, at_most integer)
 RETURNS TABLE(id uuid, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET enable_bitmapscan TO 'on'
AS $function$
  select r.id, r.created_at from run r
  where array[r.project] @> array[of_project] and lower(r.name) like lower(pattern)
  limit at_most
$function$
;

CREATE OR REPLACE FUNCTION public.find_runs_by_tag(of_project text, given_tag text, at_most integer)
 RETURNS TABLE(id uuid, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET enable_bitmapscan TO 'on'
AS $function$
  select r.id, r.created_at from run r
  where array[r.project] @> array[of_project] and r.tags @> array[given_tag]
  limit at_most
$function$
;

create table attempt (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  play_order integer not null,
  state text not null,
  lane uuid,
  epoch integer default 0 not null,
  try integer default 0 not null,
  replays integer default 0 not null,
  constraint attempt_pkey PRIMARY KEY (run_id, scenario_no, attempt_no),
  constraint attempt_run_id_play_order_key UNIQUE (run_id, play_order),
  constraint attempt_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'queued'::text, 'running'::text, 'done'::text, 'cancelled'::text])))
) partition by RANGE (run_id);
CREATE INDEX attempt_by_lane ON ONLY public.attempt USING btree (state, lane) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table conversation (
  project text not null,
  id text collate "C" not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  head json not null,
  words tsvector not null,
  constraint conversation_pkey PRIMARY KEY (project, id)
);
CREATE INDEX conversation_ended ON public.conversation USING btree (ended_at);
CREATE INDEX conversation_newest ON public.conversation USING btree (project, started_at, id);
CREATE INDEX conversation_words ON public.conversation USING gin (words);

create table conversation_grade (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  revision integer not null,
  scores json not null,
  checks json not null,
  passed boolean,
  user_result json,
  excluded_reason text,
  constraint conversation_grade_pkey PRIMARY KEY (run_id, scenario_no, attempt_no),
  constraint conversation_grade_excluded_reason_check CHECK ((excluded_reason = ANY (ARRAY['user_fault'::text, 'user_failed'::text])))
);

create table dataset (
  id bigint generated always as identity not null,
  project text not null,
  name text collate "C" not null,
  latest integer default 0 not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint dataset_pkey PRIMARY KEY (id),
  constraint dataset_project_name_key UNIQUE (project, name)
);

create table dataset_content (
  dataset_id bigint not null,
  hash text not null,
  scenario_id text collate "C" not null,
  content json not null,
  name text not null,
  preview text not null,
  checks integer not null,
  search tsvector not null,
  constraint dataset_content_pkey PRIMARY KEY (dataset_id, hash),
  constraint dataset_content_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES dataset(id) ON DELETE CASCADE
);
CREATE INDEX dataset_content_search ON public.dataset_content USING gin (search) WITH (gin_pending_list_limit='1024');

create table dataset_scenario (
  dataset_id bigint not null,
  scenario_id text collate "C" not null,
  from_version integer not null,
  to_version integer default 2147483647 not null,
  place bigint not null,
  hash text not null,
  bytes integer not null,
  interactions integer not null,
  tags text[] not null,
  constraint dataset_scenario_pkey PRIMARY KEY (dataset_id, scenario_id, from_version),
  constraint dataset_scenario_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES dataset(id) ON DELETE CASCADE
);
CREATE INDEX dataset_scenario_begun ON public.dataset_scenario USING btree (dataset_id, from_version, scenario_id);
CREATE INDEX dataset_scenario_ended ON public.dataset_scenario USING btree (dataset_id, to_version, scenario_id) WHERE (to_version < 2147483647);
CREATE INDEX dataset_scenario_in_order ON public.dataset_scenario USING btree (dataset_id, place, from_version, to_version);
CREATE INDEX dataset_scenario_latest ON public.dataset_scenario USING btree (dataset_id, place) WHERE (to_version = 2147483647);

create table dataset_version (
  dataset_id bigint not null,
  version integer not null,
  content_hash text not null,
  scenarios integer not null,
  interactions integer not null,
  added integer not null,
  removed integer not null,
  changed integer not null,
  moved integer not null,
  tags json not null,
  author text,
  message text not null,
  created_at timestamp with time zone default now() not null,
  constraint dataset_version_pkey PRIMARY KEY (dataset_id, version),
  constraint dataset_version_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES dataset(id) ON DELETE CASCADE
);

create table embedding (
  model text not null,
  digest bytea not null,
  vector bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint embedding_pkey PRIMARY KEY (model, digest)
);

create table endpoint_lease (
  origin text not null,
  worker uuid not null,
  slots integer not null,
  want integer not null,
  until timestamp with time zone not null,
  constraint endpoint_lease_pkey PRIMARY KEY (origin, worker)
);

create table endpoint_limit (
  origin text not null,
  tokens double precision not null,
  refilled_at timestamp with time zone not null,
  constraint endpoint_limit_pkey PRIMARY KEY (origin)
);

create table idempotency_key (
  project text not null,
  key text not null,
  digest bytea not null,
  run_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_key_pkey PRIMARY KEY (project, key)
);
CREATE INDEX idempotency_key_by_run ON public.idempotency_key USING btree (run_id);

create table judge_probe (
  model text not null,
  prompt_digest text not null,
  result json not null,
  probed_at timestamp with time zone default now() not null,
  constraint judge_probe_pkey PRIMARY KEY (model, prompt_digest)
);

create table judgement (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer,
  revision integer not null,
  kind text not null,
  model text not null,
  sample_no integer not null,
  prompt_digest text default ''::text not null,
  outcome text not null,
  score double precision,
  result json not null,
  usage json,
  latency_ms double precision not null,
  asked_at timestamp with time zone default now() not null,
  constraint judgement_key UNIQUE NULLS NOT DISTINCT (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, prompt_digest),
  constraint judgement_kind_check CHECK ((kind = ANY (ARRAY['judge'::text, 'checks'::text, 'audit'::text, 'annotation'::text, 'probe'::text, 'scorer'::text]))),
  constraint judgement_outcome_check CHECK ((outcome = ANY (ARRAY['judged'::text, 'judge_failed'::text, 'annotated'::text, 'annotation_failed'::text, 'scored'::text, 'scorer_failed'::text])))
) partition by RANGE (run_id);

create table label (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  try integer not null,
  check_id text not null,
  labeller text not null,
  passed boolean,
  note text,
  draw_id uuid,
  is_blind boolean not null,
  is_revealed boolean not null,
  judge_passed boolean,
  judge_digest text not null,
  revision integer not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  constraint label_pkey PRIMARY KEY (run_id, scenario_no, attempt_no, try, check_id, labeller),
  constraint label_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);

create table label_draw (
  run_id uuid not null,
  id uuid not null,
  partner_run_id uuid,
  project text not null,
  test_name text not null,
  seed bigint not null,
  n integer not null,
  size integer not null,
  items json not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  constraint label_draw_pkey PRIMARY KEY (run_id, id),
  constraint label_draw_partner_run_id_fkey FOREIGN KEY (partner_run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint label_draw_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);
CREATE INDEX label_draw_by_partner ON public.label_draw USING btree (partner_run_id) WHERE (partner_run_id IS NOT NULL);
CREATE INDEX label_draw_by_test ON public.label_draw USING btree (project, test_name, run_id);

create table migration (
  name text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table pinned_baseline (
  project text not null,
  test_name text not null,
  run_id uuid not null,
  constraint pinned_baseline_pkey PRIMARY KEY (project, test_name),
  constraint pinned_baseline_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE RESTRICT,
  constraint pinned_baseline_run_id_key UNIQUE (run_id)
);
CREATE INDEX pinned_in_project ON public.pinned_baseline USING btree (project, run_id DESC);

create table project_usage (
  project text not null,
  stored_bytes bigint not null,
  constraint project_usage_pkey PRIMARY KEY (project)
);

create table run (
  id uuid not null,
  project text not null,
  name text not null,
  branch text,
  dataset text,
  tags text[] not null,
  endpoint text not null,
  model_id text not null,
  attempts integer not null,
  plan json not null,
  plan_digest bytea,
  is_graded boolean default false not null,
  partner_id uuid,
  is_against boolean default false not null,
  state text not null,
  is_cancelled boolean default false not null,
  stopped_by text,
  look integer,
  scenario_attempts integer[],
  revision integer default 1 not null,
  grading_epoch integer default 0 not null,
  stop_grading boolean default false not null,
  result text,
  stored_bytes bigint default 0 not null,
  created_at timestamp with time zone not null,
  finishing_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint run_pkey PRIMARY KEY (id),
  constraint run_result_check CHECK ((result = ANY (ARRAY['pass'::text, 'fail'::text, 'inconclusive'::text]))),
  constraint run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'cancelling'::text, 'finishing'::text, 'completed'::text, 'cancelled'::text, 'failed'::text]))),
  constraint run_stopped_by_check CHECK ((stopped_by = 'budget'::text))
);
CREATE INDEX run_by_finishing ON public.run USING btree (finishing_at) WHERE (state = 'finishing'::text);
CREATE INDEX run_by_plan ON public.run USING btree (project, name, plan_digest, id DESC) WHERE ((state = 'completed'::text) AND (result = ANY (ARRAY['pass'::text, 'inconclusive'::text])));
CREATE INDEX run_by_project ON public.run USING btree (project, id DESC);
CREATE INDEX run_by_tag ON public.run USING gin (tags, (ARRAY[project])) WITH (gin_pending_list_limit='256');
CREATE INDEX run_in_state ON public.run USING btree ((ARRAY[project, state]), id DESC);
CREATE INDEX run_of_model ON public.run USING btree ((ARRAY[project, model_id]), id DESC);
CREATE INDEX run_of_test ON public.run USING btree ((ARRAY[project, name]), id DESC);
CREATE INDEX run_passed ON public.run USING btree (project, name, COALESCE(branch, ''::text), id DESC) WHERE ((result = 'pass'::text) AND (NOT is_against));
CREATE TRIGGER count_bytes_of_deleted AFTER DELETE ON public.run REFERENCING OLD TABLE AS deleted_run FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER count_bytes_of_ended AFTER UPDATE OF stored_bytes ON public.run FOR EACH ROW WHEN ((old.stored_bytes <> new.stored_bytes)) EXECUTE FUNCTION count_stored_bytes();

create table run_embedding (
  run_id uuid not null,
  model text not null,
  digest bytea not null,
  constraint run_embedding_pkey PRIMARY KEY (run_id, model, digest)
);
CREATE INDEX run_embedding_by_text ON public.run_embedding USING btree (model, digest);

create table run_event (
  run_id uuid not null,
  seq integer not null,
  at timestamp with time zone default now() not null,
  kind text not null,
  data json not null,
  constraint run_event_pkey PRIMARY KEY (run_id, seq)
) partition by RANGE (run_id);

create table run_look (
  run_id uuid not null,
  look_no integer not null,
  attempts integer not null,
  baseline_revision integer not null,
  decisions json not null,
  is_last boolean not null,
  constraint run_look_pkey PRIMARY KEY (run_id, look_no)
);

create table run_overview (
  run_id uuid not null,
  overview json not null,
  constraint run_overview_pkey PRIMARY KEY (run_id)
);

create table run_progress (
  run_id uuid not null,
  turns_total integer not null,
  turns_finished integer not null,
  turns_failed integer not null,
  concurrency integer not null,
  attempts_planned integer not null,
  attempts_next integer not null,
  attempts_open integer not null,
  seq integer not null,
  stored_bytes bigint default 0 not null,
  plan_bytes integer default 0 not null,
  call_budget integer,
  calls_reserved integer default 0 not null,
  scenario_turns integer[],
  constraint run_progress_pkey PRIMARY KEY (run_id)
) with (fillfactor=50);

create table run_scenario (
  run_id uuid not null,
  scenario_no integer not null,
  scenario_id text not null,
  name text not null,
  script text not null,
  content text not null,
  scores double precision[] not null,
  constraint run_scenario_pkey PRIMARY KEY (run_id, scenario_no)
);

create table run_summary (
  run_id uuid not null,
  revision integer default 1 not null,
  scores json not null,
  metric_means json not null,
  summary json not null,
  constraint run_summary_pkey PRIMARY KEY (run_id, revision)
);

create table span (
  day date not null,
  project text not null,
  trace_id text not null,
  span_id text not null,
  parent_id text,
  named_conversation text,
  conversation text not null,
  started_ns bigint not null,
  ended_ns bigint not null,
  bytes integer not null,
  content json not null,
  constraint span_pkey PRIMARY KEY (project, trace_id, span_id, day)
) partition by RANGE (day);
CREATE INDEX span_conversation ON ONLY public.span USING btree (project, conversation);

create table span_usage (
  project text not null,
  day date not null,
  spans bigint not null,
  bytes bigint not null,
  constraint span_usage_pkey PRIMARY KEY (project, day)
);

create table target (
  project text not null,
  name text not null,
  target json not null,
  updated_at timestamp with time zone default now() not null,
  constraint target_pkey PRIMARY KEY (project, name)
);

create table turn (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null,
  user_message text,
  outcome text not null,
  error json,
  reply text not null,
  tool_calls json,
  flags json not null,
  protocol text not null,
  latency_ms double precision not null,
  usage json,
  session json,
  finished_at timestamp with time zone default now() not null,
  sent_metadata json,
  answered_by text,
  constraint turn_pkey PRIMARY KEY (run_id, scenario_no, attempt_no, turn_no),
  constraint turn_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'endpoint_failed'::text])))
) partition by RANGE (run_id);

create table turn_grade (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null,
  revision integer not null,
  scores json not null,
  details json,
  overall double precision,
  passed boolean,
  checks json,
  metadata json,
  metadata_source text,
  flags json,
  versions json,
  constraint turn_grade_pkey PRIMARY KEY (run_id, scenario_no, attempt_no, turn_no, try)
) partition by RANGE (run_id);

create table turn_superseded (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null,
  user_message text,
  outcome text not null,
  error json,
  reply text not null,
  tool_calls json,
  flags json not null,
  protocol text not null,
  latency_ms double precision not null,
  usage json,
  session json,
  finished_at timestamp with time zone default now() not null,
  sent_metadata json,
  answered_by text,
  constraint turn_superseded_pkey PRIMARY KEY (run_id, scenario_no, attempt_no, turn_no, try)
);

create table user_audit (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  try integer not null,
  outcome text not null,
  faults text[] not null,
  constraint user_audit_pkey PRIMARY KEY (run_id, scenario_no, attempt_no, try),
  constraint user_audit_outcome_check CHECK ((outcome = ANY (ARRAY['clean'::text, 'spoiled'::text, 'failed'::text])))
);

create table user_message (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null,
  message text not null,
  is_last boolean not null,
  reason text not null,
  usage json,
  error json,
  latency_ms double precision not null,
  constraint user_message_pkey PRIMARY KEY (run_id, scenario_no, attempt_no, turn_no, try)
) partition by RANGE (run_id);
