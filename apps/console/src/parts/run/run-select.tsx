import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runQuery, runsQuery, scoredRuns } from '../../data/run-queries.ts';
import { nameRun, shortId } from '../../format/run-names.ts';
import { SearchSelect, type SearchOption } from '../../ui/search-select.tsx';

interface RunSelectProps {
  readonly label: string;
  readonly prefix?: string;
  /** Choices other than runs; listed first. */
  readonly fixed: readonly SearchOption[];
  /** A fixed choice or a run id. */
  readonly value: string;
  /** A run that cannot be chosen. */
  readonly except?: string;
  /** Lists only runs with this test name. */
  readonly test?: string;
  /** Does not list runs with this tag. */
  readonly withoutTag?: string;
  readonly onChange: (value: string) => void;
}

/** Selects a finished run with a score. Runs that are not loaded are found by name. */
export function RunSelect(props: RunSelectProps): ReactNode {
  const { fixed, value, except, test, withoutTag = '', ...rest } = props;
  const client = useClient();
  const [typed, setTyped] = useState('');
  const latest = useInfiniteQuery(runsQuery(client, { q: test }));
  const found = useInfiniteQuery({
    ...runsQuery(client, { q: typed.trim() || undefined }),
    placeholderData: keepPreviousData,
  });
  const isFixed = fixed.some((option) => option.value === value);
  const chosen = useQuery({ ...runQuery(client, value), enabled: !isFixed });
  const now = latest.dataUpdatedAt;
  const listed = [latest, found].flatMap(
    ({ data }) => data?.pages.flatMap(({ runs }) => runs) ?? [],
  );
  const names = new Map(
    scoredRuns(listed)
      .filter(({ run_id, tags }) => run_id !== except && !tags.includes(withoutTag))
      .filter(({ test_name }) => test === undefined || test_name === test)
      .map((run) => [run.run_id as string, nameRun(run, now)]),
  );
  if (!isFixed && !names.has(value)) {
    names.set(value, chosen.data ? nameRun(chosen.data, now) : `run ${shortId(value)}`);
  }
  const runs = [...names].map(([runId, label]) => ({ value: runId, label }));
  return <SearchSelect {...rest} options={[...fixed, ...runs]} value={value} onType={setTyped} />;
}
