-- A plan is kept exactly as it was sent, also with characters that PostgreSQL does not read inside json (NUL, half a
-- surrogate pair). As a text no statement can look into it; what statements need is a column.
alter table run add column is_graded boolean not null default false; -- whether models are asked about its replies
update run set is_graded = true where strpos(plan::text, '"grading":{') > 0;
alter table run alter column plan type text using plan::text;
