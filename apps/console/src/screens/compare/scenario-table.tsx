import type { ComparedScenario, Comparison } from '@fairtrial/contracts';
import { formatP, formatScore, verdictLabel, type StatusLabel } from '@fairtrial/format';
import type { ReactNode } from 'react';
import type { Changes } from '../../format/read-fields.ts';
import { Change, TONE_CLASSES } from '../../parts/change.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { CELL, Table, TableRow, useRowLimit, type Column } from '../../parts/table.tsx';
import { Button } from '../../ui/button.tsx';
import { CHANGE_FILTERS, type ChangeFilter, type CompareSearch } from './compare-search.ts';
import { sideColumns, type NamedComparison } from './comparison-labels.ts';
import { countChanges, positionOfLargestChange } from './comparison-rows.ts';
import { describeScenarioLimit } from './describe-limits.ts';
import { TurnLink } from './turn-link.tsx';

interface ScenarioFilterProps {
  readonly comparison: Comparison;
  readonly search: CompareSearch;
  readonly onChange: (next: Changes<CompareSearch>) => void;
}

export function ScenarioFilter({ comparison, search, onChange }: ScenarioFilterProps): ReactNode {
  const counts = countChanges(comparison.scenarios);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button
        aria-pressed={search.only === undefined}
        onClick={() => onChange({ only: undefined })}
      >
        Largest drop first
      </Button>
      {CHANGE_FILTERS.map((change) => (
        <Button
          key={change}
          aria-pressed={search.only === change}
          onClick={() => onChange({ only: search.only === change ? undefined : change })}
        >
          {buttonLabel(change, comparison.basis)} {counts[change]}
        </Button>
      ))}
      <FilterInput
        label="Part of the name of a scenario"
        placeholder="Scenario   ( / )"
        value={search.q ?? ''}
        onChange={(text) => onChange({ q: text === '' ? undefined : text })}
      />
    </div>
  );
}

/** The label of a result with a capital letter. */
function buttonLabel(change: ChangeFilter, basis: Comparison['basis']): string {
  const { label } = verdictLabel(change === 'not_known' ? null : change, basis);
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}

interface ScenarioTableProps {
  /** Sorted by verdict: regressions first. */
  readonly rows: readonly ComparedScenario[];
  /** The row that keys act on. */
  readonly row: number;
  readonly comparison: Comparison;
  /** The comparisons of the other candidates. */
  readonly others: readonly NamedComparison[];
}

function columnsOf(comparison: Comparison): readonly Column[] {
  return [
    ['Verdict'],
    ['Scenario'],
    ...sideColumns(comparison),
    ['Δ with the interval of the verdict'],
    ['Adjusted p'],
    ['Note'],
  ];
}

/** Every scenario: both means, the change with its confidence interval, p after Holm's correction, and the limits. */
export function ScenarioTable({ rows, row, comparison, others }: ScenarioTableProps): ReactNode {
  const [limit, showMore] = useRowLimit(rows.length, row);
  if (rows.length === 0) return <Empty>No scenarios match the filter.</Empty>;
  return (
    <>
      <Table
        caption="Change by scenario, largest drop first"
        columns={[...columnsOf(comparison), ...others.map(({ name }): Column => [`Δ ${name}`])]}
      >
        {rows.slice(0, limit).map((scenario, at) => (
          <TableRow key={scenario.candidate_no} isCurrent={at === row}>
            <ScenarioCells scenario={scenario} comparison={comparison} />
            {others.map((other) => (
              <td key={other.name} className={`${CELL} text-[13px]`}>
                <OtherChange other={other.comparison} baselineNo={scenario.baseline_no} />
              </td>
            ))}
          </TableRow>
        ))}
      </Table>
      {limit < rows.length && (
        <Button className="mt-3" onClick={showMore}>
          {rows.length - limit} more scenarios
        </Button>
      )}
    </>
  );
}

interface ScenarioCellsProps {
  readonly scenario: ComparedScenario;
  readonly comparison: Comparison;
}

function ScenarioCells({ scenario, comparison }: ScenarioCellsProps): ReactNode {
  const { name, baseline, candidate, delta, verdict } = scenario;
  const { basis, min_attempts: minAttempts } = comparison;
  return (
    <>
      <td className={CELL}>
        <VerdictLabel status={verdictLabel(verdict?.result, basis)} />
      </td>
      <th scope="row" className={`${CELL} max-w-72 truncate text-left font-medium`}>
        <TurnLink comparison={comparison} position={positionOfLargestChange(scenario, comparison)}>
          {name}
        </TurnLink>
      </th>
      <td className={CELL}>{formatScore(baseline?.mean)}</td>
      <td className={`${CELL} font-semibold`}>{formatScore(candidate?.mean)}</td>
      <td className={CELL}>
        <Change delta={delta} verdict={verdict} basis={basis} />
      </td>
      <td className={`${CELL} whitespace-nowrap`}>{formatP(verdict?.adjusted_p)}</td>
      <td className={`${CELL} min-w-44 text-[13px] text-dim`}>
        {describeScenarioLimit(scenario, minAttempts)}
      </td>
    </>
  );
}

function VerdictLabel({ status }: { readonly status: StatusLabel }): ReactNode {
  const { glyph, label, tone } = status;
  return (
    <span className={`whitespace-nowrap ${TONE_CLASSES[tone]}`}>
      <span aria-hidden className="inline-block w-4">
        {glyph}
      </span>
      {label}
    </span>
  );
}

interface OtherChangeProps {
  readonly other: Comparison;
  readonly baselineNo: number;
}

/** The change of the same scenario in another candidate. */
function OtherChange({ other, baselineNo }: OtherChangeProps): ReactNode {
  const same = other.scenarios.find(({ baseline_no }) => baseline_no === baselineNo);
  return <Change delta={same?.delta} verdict={same?.verdict} basis={other.basis} />;
}
