import type { ComparedScenario, Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatP, formatScore } from '../../format/numbers.ts';
import { Change } from '../../parts/change.tsx';
import { Empty } from '../../parts/empty.tsx';
import { CELL, Table, TableRow, type Column } from '../../parts/table.tsx';
import { useShown } from '../../parts/use-shown.ts';
import { VerdictWord } from '../../parts/verdict-word.tsx';
import { Button } from '../../ui/button.tsx';
import { placeOfChange } from './change-rows.ts';
import type { NamedComparison } from './name-comparisons.ts';
import { TurnLink } from './turn-link.tsx';

interface ScenarioTableProps {
  /** Regressions first. */
  readonly rows: readonly ComparedScenario[];
  /** The one that keys act on. */
  readonly row: number;
  readonly comparison: Comparison;
  /** Those of the candidates that are not looked at. */
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

/** Every scenario: both means, the change, how sure it is, and the p after Holm's correction. */
export function ScenarioTable({ rows, row, comparison, others }: ScenarioTableProps): ReactNode {
  const [shown, showMore] = useShown(rows.length, row);
  if (rows.length === 0) return <Empty>No scenario is like that.</Empty>;
  return (
    <>
      <Table
        caption="Change by scenario, regressions first"
        columns={[...COLUMNS, ...others.map(({ name }): Column => [`Δ ${name}`])]}
      >
        {rows.slice(0, shown).map((scenario, at) => (
          <TableRow key={scenario.candidate_no} isCurrent={at === row}>
            <Cells scenario={scenario} comparison={comparison} />
            {others.map((other) => (
              <td key={other.name} className={`${CELL} text-[13px]`}>
                <OtherChange other={other.comparison} baselineNo={scenario.baseline_no} />
              </td>
            ))}
          </TableRow>
        ))}
      </Table>
      {shown < rows.length && (
        <Button className="mt-3" onClick={showMore}>
          {rows.length - shown} more scenarios
        </Button>
      )}
    </>
  );
}

interface CellsProps {
  readonly scenario: ComparedScenario;
  readonly comparison: Comparison;
}

function Cells({ scenario, comparison }: CellsProps): ReactNode {
  const { name, baseline, candidate, delta, ci95, verdict } = scenario;
  return (
    <>
      <td className={CELL}>
        <VerdictWord word={verdict?.result} />
      </td>
      <th scope="row" className={`${CELL} max-w-72 truncate text-left font-medium`}>
        <TurnLink comparison={comparison} place={placeOfChange(scenario, comparison)}>
          {name}
        </TurnLink>
      </th>
      <td className={CELL}>{formatScore(baseline?.mean)}</td>
      <td className={`${CELL} font-semibold`}>{formatScore(candidate?.mean)}</td>
      <td className={CELL}>
        <Change delta={delta} interval={verdict?.interval ?? ci95} word={verdict?.result} />
      </td>
      <td className={`${CELL} whitespace-nowrap`}>
        <Settled verdict={verdict} />
      </td>
    </>
  );
}

/** The p, and where nothing can be said yet what would settle it. */
function Settled({ verdict }: Pick<ComparedScenario, 'verdict'>): ReactNode {
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
      word={same?.verdict?.result}
    />
  );
}
