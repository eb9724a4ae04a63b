-- The runs that use an embedding: it is deleted with the last of them. The users of existing embeddings are unknown, so
-- those are deleted; rescoring a run embeds its texts again.
truncate embedding;
create table run_embedding (
  run_id uuid not null,
  model text not null,
  digest bytea not null,
  primary key (run_id, model, digest)
);
create index run_embedding_by_text on run_embedding (model, digest);
