-- A run can have a budget of calls to its endpoint. Calls are reserved before they are made, so that the budget holds
-- even if workers crash.
alter table run_progress
  add column call_budget integer, -- null: no budget, and calls are not counted
  add column calls_reserved integer not null default 0, -- made, or reserved for attempts that are being played
  add column scenario_turns integer[]; -- number of turns per scenario; null without a budget
alter table run add column stopped_by text check (stopped_by in ('budget')); -- null: not stopped
