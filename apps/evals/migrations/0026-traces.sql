-- Spans of traces, reduced to what conversations need. Partitioned by the day on which a span started, so that old
-- spans are removed by dropping a partition. Partitions are created when the first span of a day arrives.
create table span (
  day date not null,
  project text not null,
  trace_id text not null,
  span_id text not null,
  parent_id text,
  named_conversation text, -- the conversation id in the attributes of the span itself
  conversation text not null, -- also from other spans of the trace, else the trace id
  started_ns bigint not null,
  ended_ns bigint not null,
  bytes integer not null,
  content json not null,
  primary key (project, trace_id, span_id, day)
) partition by range (day);
create index span_conversation on span (project, conversation);

-- What lists of conversations show. Derived from the spans, and updated in the same transaction.
create table conversation (
  project text not null,
  id text collate "C" not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  head json not null,
  words tsvector not null, -- words of the messages, and one lexeme each for project, models, tools and failure
  primary key (project, id)
);
create index conversation_newest on conversation (project, started_at, id);
create index conversation_ended on conversation (ended_at);
create index conversation_words on conversation using gin (words);

-- The number and size of the spans of each day, for the limits of a project.
create table span_usage (
  project text not null,
  day date not null,
  spans bigint not null,
  bytes bigint not null,
  primary key (project, day)
);
