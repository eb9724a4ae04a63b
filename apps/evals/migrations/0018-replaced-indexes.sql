-- Lists of runs have other indexes, which are made when a process starts, without a lock.
drop index if exists run_by_name;
drop index if exists run_by_state;
