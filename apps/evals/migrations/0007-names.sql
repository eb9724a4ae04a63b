-- Renames columns and tables to the words of docs/glossary.md.
-- Stored plans, summaries and events contain the old words too, so this migration deletes all runs and their jobs.
-- docs/operate.md says how to export runs before an upgrade.
truncate run, run_progress, run_event, run_summary, run_digest, run_scenario, attempt, turn, turn_superseded, judgement,
  idempotency_key;

do $$
begin
  if to_regclass('fairtrial_queue.job') is not null then
    delete from fairtrial_queue.job;
  end if;
end
$$;

alter table run rename column marking_epoch to grading_epoch;
alter table run rename column stop_marking to stop_grading;
alter table attempt rename column position to play_order;
alter table turn rename column assertions to checks;
alter table turn_superseded rename column assertions to checks;
alter table run_digest rename to run_overview;
alter table run_overview rename column digest to overview;
