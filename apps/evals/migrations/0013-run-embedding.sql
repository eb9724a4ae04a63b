-- Which runs use an embedding: it is deleted with the last of them. Nothing says who uses those that are there, so
-- they are deleted; a run that is scored again has its texts embedded again.
truncate embedding;
create table run_embedding (
  run_id uuid not null,
  model text not null,
  digest bytea not null,
  primary key (run_id, model, digest)
);
create index run_embedding_by_text on run_embedding (model, digest);
