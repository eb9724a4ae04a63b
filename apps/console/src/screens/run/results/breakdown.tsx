import type { RunBreakdown, RunView } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { breakdownQuery } from '../../../data/run-queries.ts';
import { Card } from '../../../parts/card.tsx';
import { LabelMatrix } from './label-matrix.tsx';
import type { RunSearch, RunSearchChange } from '../run-search.ts';

interface BreakdownProps {
  readonly run: RunView;
  readonly search: RunSearch;
  readonly onSearch: (change: RunSearchChange) => void;
}

/** Fixed height for five checks, to avoid layout shift while loading; more checks scroll. */
const CARD = 'h-60 overflow-auto';

/** Failed checks and confused labels; each links to its interactions below. */
export function Breakdown({ run, search, onSearch }: BreakdownProps): ReactNode {
  const metrics = Object.keys(run.result?.stats ?? {});
  const hasChecks = metrics.includes('checks');
  const hasLabels = metrics.some((metric) => metric.startsWith('metadata.'));
  const { data } = useQuery({
    ...breakdownQuery(useClient(), run),
    enabled: hasChecks || hasLabels,
  });
  if (!hasChecks && !hasLabels) return null;
  return (
    <div className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-3">
      {hasChecks && (
        <Card title="Checks" className={CARD}>
          <CheckList checks={data?.checks ?? []} search={search} onSearch={onSearch} />
        </Card>
      )}
      {hasLabels && (
        <Card className={CARD}>
          <LabelMatrix labels={data?.labels ?? {}} search={search} onSearch={onSearch} />
        </Card>
      )}
    </div>
  );
}

interface CheckListProps extends Omit<BreakdownProps, 'run'> {
  readonly checks: RunBreakdown['checks'];
}

/** Every check by name, with the number of replies or conversations that failed it. */
function CheckList({ checks, search, onSearch }: CheckListProps): ReactNode {
  return (
    <ul aria-label="Checks" className="grid gap-1">
      {checks.map(({ name, failed, total, optional }) => {
        const isChosen = search.failed_check === name;
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isChosen}
              disabled={failed === 0}
              onClick={() =>
                onSearch({ failed_check: isChosen ? undefined : name, row: undefined })
              }
              className="flex w-full flex-wrap items-baseline gap-x-3 rounded-md px-2 py-1 text-left hover:bg-raised disabled:hover:bg-transparent aria-pressed:bg-raised"
            >
              <span className={failed === 0 ? 'text-dim' : failedTone(optional)}>
                <span aria-hidden>{failed === 0 ? '✓' : '✗'}</span>{' '}
                {failed === 0 ? 'pass' : 'failed'}
              </span>
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              {optional && <span className="text-dim">optional</span>}
              <span className="whitespace-nowrap">
                {formatCount(failed)} of {formatCount(total)} failed
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function failedTone(isOptional: boolean): string {
  return isOptional ? 'font-semibold text-warn' : 'font-semibold text-bad';
}
