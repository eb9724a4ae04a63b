-- The schema of the queue, whose tables pg-boss makes. Made here, under the lock of migrations, since of several
-- processes that start together with an empty database one failed: pg-boss looks for its schema first, and the
-- connection remembers that there was none when it makes one.
create schema if not exists assay_queue;
