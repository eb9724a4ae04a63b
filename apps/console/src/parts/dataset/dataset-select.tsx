import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { datasetsQuery } from '../../data/dataset-queries.ts';
import { SearchSelect, type SearchOption } from '../../ui/search-select.tsx';

interface DatasetSelectProps {
  readonly label: string;
  /** Shown before the chosen option. */
  readonly prefix: string;
  /** Options besides datasets; they are listed first. */
  readonly fixed?: readonly SearchOption[];
  /** The name of a dataset, a fixed option, or empty if none is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses a dataset; the service searches. */
export function DatasetSelect(props: DatasetSelectProps): ReactNode {
  const { fixed = [], value, ...rest } = props;
  const [typed, setTyped] = useState('');
  const { data } = useInfiniteQuery(datasetsQuery(useClient(), typed.trim() || undefined));
  const found = data?.pages.flatMap(({ datasets }) => datasets.map(({ name }) => name)) ?? [];
  const isFixed = value === '' || fixed.some((option) => option.value === value);
  const names = new Set([...(isFixed ? [] : [value]), ...found]);
  return (
    <SearchSelect
      {...rest}
      options={[...fixed, ...[...names].map((name) => ({ value: name, label: name }))]}
      value={value}
      onType={setTyped}
    />
  );
}
