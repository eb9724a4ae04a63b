-- Play stores what happened, and grading stores what it found out about it. So a turn never changes, and grades can be
-- computed later, again, or by another process.

-- The grades of one turn. A turn without a row is not graded yet.
create table turn_grade (
  run_id uuid not null,
  scenario_no integer not null,
  attempt_no integer not null,
  turn_no integer not null,
  try integer not null, -- of the turn: grades of a turn that was played again never count for the new one
  revision integer not null, -- of the run, whose plan the grades follow; 0: models have not graded the turn yet
  scores json not null,
  details json, -- how graders came to the scores; null: none
  overall double precision,
  passed boolean, -- null: there is no pass criterion, or it could not be decided
  checks json, -- the result of each check, in the order of the interaction; null: none
  metadata json, -- the annotations of the reply; null: none
  metadata_source text,
  flags json, -- notes of graders; null: none
  versions json, -- of the graders, by name, that are not in their first version; null: none
  primary key (run_id, scenario_no, attempt_no, turn_no, try)
) partition by range (run_id);

do $$
declare part record;
begin
  for part in
    select p.relname as name, pg_get_expr(p.relpartbound, p.oid) as bounds
    from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = 'turn'::regclass
  loop
    execute format('create table %I partition of turn_grade %s', replace(part.name, 'turn_', 'turn_grade_'), part.bounds);
  end loop;
end $$;

insert into turn_grade
select run_id, scenario_no, attempt_no, turn_no, try, revision, scores, (score_details::jsonb - 'other_model')::json,
  overall, passed, checks, generated_metadata, metadata_source, (
    select json_agg(flag) from json_array_elements_text(turn.flags) flag where flag = any(of_graders)), null
from turn, (select '{text_truncated,conflict,omission,negation_flip,swap,opposite,judge_failed,judges_disagree,annotation_failed,embedding_failed,scorer_failed}'::text[] as of_graders) graders;

update turn set flags = (flags::jsonb - '{text_truncated,conflict,omission,negation_flip,swap,opposite,judge_failed,judges_disagree,annotation_failed,embedding_failed,scorer_failed}'::text[])::json
  where flags::text <> '[]';

alter table turn add sent_metadata json; -- the annotations that the endpoint sent with its reply
alter table turn add answered_by text; -- the model that answered, if it is not the requested one
alter table turn_superseded add sent_metadata json;
alter table turn_superseded add answered_by text;
update turn set answered_by = score_details->'other_model'->>'answered_by'
  where flags::text like '%"other_model"%';
update turn set sent_metadata = generated_metadata where metadata_source = 'endpoint';
alter table turn drop revision, drop scores, drop score_details, drop overall, drop checks, drop passed,
  drop generated_metadata, drop metadata_source;
alter table turn_superseded drop revision, drop scores, drop score_details, drop overall, drop checks, drop passed,
  drop generated_metadata, drop metadata_source;

-- The judgements about a whole conversation have no turn.
alter table judgement drop constraint judgement_pkey;
alter table judgement alter turn_no drop not null;
update judgement set turn_no = null where turn_no = -1;
alter table judgement add constraint judgement_key unique nulls not distinct
  (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, prompt_digest);

-- The grades of a conversation, beside those of a turn.
alter table attempt_score rename to conversation_grade;
alter table conversation_grade rename constraint attempt_score_pkey to conversation_grade_pkey;
alter table conversation_grade rename constraint attempt_score_excluded_reason_check
  to conversation_grade_excluded_reason_check;

-- Attempts that wait or are played are counted by their state.
drop index attempt_by_lane;
create index attempt_by_lane on attempt (state, lane) where state in ('queued', 'running');
