-- Lists of runs have other indexes, which are made when a process starts, without a lock.
drop index run_by_name;
drop index run_by_state;
