-- True if models grade the run's replies. This is a column because a statement that reads inside a plan fails if a text
-- in it has a character that PostgreSQL cannot read inside json (NUL, half a surrogate pair).
alter table run add column is_graded boolean not null default false;
update run set is_graded = true where strpos(plan::text, '"grading":{') > 0;
