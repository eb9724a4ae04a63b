-- Data that lists show about finished runs, so that they do not read summaries, which can be large.
create table run_digest (
  run_id uuid primary key,
  digest json not null
);
