-- What came of the assertions of an interaction, whether it passed, and the tools that were called on the way.
alter table turn add column assertions json, add column passed boolean, add column tool_calls json;
alter table turn_superseded add column assertions json, add column passed boolean, add column tool_calls json;
