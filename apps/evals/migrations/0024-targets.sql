-- Targets that requests name. A run keeps a copy in its plan, so a target can be changed and deleted at any time.
create table target (
  project text not null,
  name text not null,
  target json not null,
  updated_at timestamptz not null default now(),
  primary key (project, name)
);
