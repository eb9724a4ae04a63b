-- A run may have a budget of calls to its endpoint. Calls are reserved before they are made, so that the budget holds
-- whatever happens to the workers.
alter table run_progress
  add column call_budget integer, -- null: there is no budget, and calls are not counted
  add column calls_reserved integer not null default 0, -- made, or set aside for attempts that are being played
  add column scenario_turns integer[]; -- how many turns each scenario has; null without a budget
alter table run add column stopped_by text check (stopped_by in ('budget')); -- null: it was not stopped
