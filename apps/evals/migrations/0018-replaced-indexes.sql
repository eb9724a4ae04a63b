-- Lists of runs use other indexes, which a process creates when it starts, without a lock.
drop index if exists run_by_name;
drop index if exists run_by_state;
