-- Per interaction: the results of its assertions, the pass flag and the tool calls.
alter table turn add column assertions json, add column passed boolean, add column tool_calls json;
alter table turn_superseded add column assertions json, add column passed boolean, add column tool_calls json;
