-- The schema of the queue; pg-boss creates its tables. It is created here, under the migration lock, because of several
-- processes that started together on an empty database one failed: pg-boss first looks for its schema, and the
-- connection still remembers that it was missing when pg-boss creates it.
create schema if not exists fairtrial_queue;
