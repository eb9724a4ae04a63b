-- What lists say of a run that is over: they read no summary, which may be large.
create table run_digest (
  run_id uuid primary key,
  digest json not null
);
