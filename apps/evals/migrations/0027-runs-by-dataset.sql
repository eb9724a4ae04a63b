-- The dataset and version that the scenarios of a run come from, such as support@7. Null if the request had them itself.
alter table run add column dataset text;

-- A digest of the messages, references, labels, checks and judge instructions of a scenario: the history compares a
-- scenario only with runs in which it was the same. Null in runs of older versions.
alter table run_scenario add column content text;
