import type { ComparedScenario, Comparison } from '@assay/contracts';
import {
  formatP,
  formatScore,
  VERDICT_LABELS,
  WITHIN_NOISE,
  type VerdictResult,
} from '@assay/format';
import type { ReactNode } from 'react';
import type { Changes } from '../../format/read-fields.ts';
import { Change, TONE_CLASSES } from '../../parts/change.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { CELL, Table, TableRow, useRowLimit, type Column } from '../../parts/table.tsx';
import { Button } from '../../ui/button.tsx';
import { CHANGE_FILTERS, type ChangeFilter, type CompareSearch } from './compare-search.ts';
import type { NamedComparison } from './comparison-labels.ts';
import { countChanges, positionOfLargestChange } from './comparison-rows.ts';
import { TurnLink } from './turn-link.tsx';

interface ScenarioFilterProps {
  readonly scenarios: readonly ComparedScenario[];
  readonly search: CompareSearch;
  readonly onChange: (next: Changes<CompareSearch>) => void;
}

export function ScenarioFilter({ scenarios, search, onChange }: ScenarioFilterProps): ReactNode {
  const counts = countChanges(scenarios);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button
        aria-pressed={search.only === undefined}
        onClick={() => onChange({ only: undefined })}
      >
        Regressions first
      </Button>
      {CHANGE_FILTERS.map((change) => (
        <Button
          key={change}
          aria-pressed={search.only === change}
          onClick={() => onChange({ only: search.only === change ? undefined : change })}
        >
          {buttonLabel(change)} {counts[change]}
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

/** The label of a change with a capital letter. */
function buttonLabel(change: ChangeFilter): string {
  const { label } = change === 'noise' ? WITHIN_NOISE : VERDICT_LABELS[change];
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}

interface ScenarioTableProps {
  /** Regressions first. */
  readonly rows: readonly ComparedScenario[];
  /** The row that keys act on. */
  readonly row: number;
  readonly comparison: Comparison;
  /** The comparisons of the other candidates. */
  readonly others: readonly NamedComparison[];
}

const COLUMNS: readonly Column[] = [
  ['Verdict'],
  ['Scenario'],
  ['Baseline'],
  ['Candidate'],
  ['Δ with its interval'],
  ['Adjusted p'],
];

/** Every scenario: both means, the change with its interval, and p after Holm's correction. */
export function ScenarioTable({ rows, row, comparison, others }: ScenarioTableProps): ReactNode {
  const [limit, showMore] = useRowLimit(rows.length, row);
  if (rows.length === 0) return <Empty>No scenario is like that.</Empty>;
  return (
    <>
      <Table
        caption="Change by scenario, regressions first"
        columns={[...COLUMNS, ...others.map(({ name }): Column => [`Δ ${name}`])]}
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
  const { name, baseline, candidate, delta, ci95, verdict } = scenario;
  return (
    <>
      <td className={CELL}>
        <VerdictLabel result={verdict?.result} />
      </td>
      <th scope="row" className={`${CELL} max-w-72 truncate text-left font-medium`}>
        <TurnLink comparison={comparison} position={positionOfLargestChange(scenario, comparison)}>
          {name}
        </TurnLink>
      </th>
      <td className={CELL}>{formatScore(baseline?.mean)}</td>
      <td className={`${CELL} font-semibold`}>{formatScore(candidate?.mean)}</td>
      <td className={CELL}>
        <Change delta={delta} interval={verdict?.interval ?? ci95} result={verdict?.result} />
      </td>
      <td className={`${CELL} whitespace-nowrap`}>
        <AdjustedP verdict={verdict} />
      </td>
    </>
  );
}

interface VerdictLabelProps {
  readonly result: VerdictResult | undefined;
}

function VerdictLabel({ result }: VerdictLabelProps): ReactNode {
  if (result === undefined) return <span className="text-dim">not known</span>;
  const { glyph, label, tone } = VERDICT_LABELS[result];
  return (
    <span className={`whitespace-nowrap ${TONE_CLASSES[tone]}`}>
      <span aria-hidden className="inline-block w-4">
        {glyph}
      </span>
      {label}
    </span>
  );
}

/** The adjusted p; for an inconclusive verdict also how many attempts may settle it. */
function AdjustedP({ verdict }: Pick<ComparedScenario, 'verdict'>): ReactNode {
  if (verdict === null) return formatP(undefined);
  return (
    <>
      {formatP(verdict.adjusted_p)}
      {verdict.additional_attempts !== null && (
        <span className="text-[13px] text-dim">
          {' '}
          · {verdict.additional_attempts} more attempts may settle it
        </span>
      )}
    </>
  );
}

interface OtherChangeProps {
  readonly other: Comparison;
  readonly baselineNo: number;
}

/** The same scenario in another candidate. */
function OtherChange({ other, baselineNo }: OtherChangeProps): ReactNode {
  const same = other.scenarios.find(({ baseline_no }) => baseline_no === baselineNo);
  return (
    <Change
      delta={same?.delta}
      interval={same?.verdict?.interval ?? same?.ci95}
      result={same?.verdict?.result}
    />
  );
}
