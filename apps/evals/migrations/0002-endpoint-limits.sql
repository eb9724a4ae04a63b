-- Limits on concurrent calls and calls per minute to an endpoint, shared by all workers. The holder of the row lock
-- hands out the leases.
create table endpoint_limit (
  origin text primary key,
  tokens double precision not null, -- calls available now
  refilled_at timestamptz not null
);

create table endpoint_lease (
  origin text not null,
  worker uuid not null,
  slots integer not null,
  want integer not null,
  until timestamptz not null,
  primary key (origin, worker)
);
