-- Whether models are asked about the replies of a run. A statement that looks into a plan fails if a text in it has a
-- character that PostgreSQL does not read inside json (NUL, half a surrogate pair), so what statements need is a column.
alter table run add column is_graded boolean not null default false;
update run set is_graded = true where strpos(plan::text, '"grading":{') > 0;
