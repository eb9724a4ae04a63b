import type { LabelScores, RunBreakdown } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import { useState, type ReactNode } from 'react';
import { ScrollRegion } from '../../../parts/scroll-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { labelFilter } from './parse-filter.ts';
import { toMatrix, type MatrixCell } from './matrix-cells.ts';
import type { RunSearch, RunSearchChange } from '../run-search.ts';

interface LabelMatrixProps {
  /** By metadata field. */
  readonly labels: RunBreakdown['labels'];
  readonly search: RunSearch;
  readonly onSearch: (change: RunSearchChange) => void;
}

/** Confusion matrix of one field. A cell links to its interactions. */
export function LabelMatrix({ labels, search, onSearch }: LabelMatrixProps): ReactNode {
  const fields = Object.keys(labels);
  const [chosen, setChosen] = useState<string>();
  const field = chosen ?? fields[0] ?? '';
  const scores = labels[field];
  return (
    <>
      <header className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-[13px] font-semibold text-dim">
          Labels: expected by row, given by column
        </h2>
        {fields.length > 1 && (
          <Select
            label="Field"
            options={fields.map((name) => ({ value: name, label: name }))}
            value={field}
            onChange={setChosen}
          />
        )}
      </header>
      {scores && <Matrix {...{ field, scores, search, onSearch }} />}
    </>
  );
}

interface MatrixProps extends Omit<LabelMatrixProps, 'labels'> {
  readonly field: string;
  readonly scores: LabelScores;
}

const HEAD = 'max-w-32 truncate px-2 py-1 text-left text-[13px] font-normal text-dim';

function Matrix({ field, scores, search, onSearch }: MatrixProps): ReactNode {
  const { rows, columns, hidden } = toMatrix(scores.confusion);
  return (
    <ScrollRegion label={`Labels of ${field}`}>
      <table>
        <caption className="mb-1 text-left whitespace-nowrap text-[13px] text-dim">
          {field}: {formatCount(countWrong(scores))} of {formatCount(scores.n)} labels are wrong
          {hidden > 0 && `; the ${formatCount(hidden)} rarest pairs are not shown`}
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((given) => (
              <th key={given ?? ''} scope="col" className={HEAD} title={given ?? 'none'}>
                {given ?? <em>none</em>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ expected, cells }) => (
            <tr key={expected}>
              <th scope="row" className={HEAD} title={expected}>
                {expected}
              </th>
              {cells.map((cell) => (
                <td key={cell.given ?? ''} className="p-0.5">
                  <Cell
                    cell={cell}
                    filter={labelFilter(field, cell)}
                    current={search.filter}
                    onFilter={(filter) => onSearch({ filter, row: undefined })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function countWrong({ n, accuracy }: LabelScores): number {
  return Math.round(n * (1 - accuracy));
}

interface CellProps {
  readonly cell: MatrixCell;
  readonly filter: string | undefined;
  /** The active filter of the page. */
  readonly current: string | undefined;
  readonly onFilter: (filter: string | undefined) => void;
}

function Cell({ cell, filter, current, onFilter }: CellProps): ReactNode {
  const { expected, given, count } = cell;
  if (count === 0) return <span className="block px-2 py-1 text-center text-dim">·</span>;
  const tone = expected === given ? '' : 'bg-bad-soft font-semibold text-bad';
  const isChosen = filter !== undefined && filter === current;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={filter === undefined}
      aria-label={`${expected} expected, ${given ?? 'none'} given: ${formatCount(count)}`}
      onClick={() => onFilter(isChosen ? undefined : filter)}
      className={`block w-full min-w-9 rounded px-2 py-1 text-center hover:outline hover:outline-accent aria-pressed:outline-2 aria-pressed:outline-accent ${tone}`}
    >
      {formatCount(count)}
    </button>
  );
}
