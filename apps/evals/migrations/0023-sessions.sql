-- What the next turn sends to continue the conversation that the endpoint keeps. Stored with the turn, so that another
-- worker can continue the same session. Both tables get it last: a retry copies whole rows.
alter table turn add column session json;
alter table turn_superseded add column session json;
