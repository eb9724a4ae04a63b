-- How many calls at once, and a minute, the workers may make to an endpoint together. Whoever holds the row's lock deals out.
create table endpoint_limit (
  origin text primary key,
  tokens double precision not null, -- calls that may be made now
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
