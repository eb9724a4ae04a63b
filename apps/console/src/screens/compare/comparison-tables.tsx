import type { Comparison } from '@fairtrial/contracts';
import {
  formatChange,
  formatChangedParts,
  formatScore,
  formatSetting,
  listChangedSettings,
} from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { CELL, Table, TableRow, useRowLimit, type Column } from '../../parts/table.tsx';
import { Button } from '../../ui/button.tsx';
import { sideColumns } from './comparison-labels.ts';
import { TurnLink } from './turn-link.tsx';

interface InteractionTableProps {
  readonly comparison: Comparison;
  /** The row that keys act on. */
  readonly row: number;
}

function interactionColumns(comparison: Comparison): readonly Column[] {
  return [['Scenario'], ['Turn'], ...sideColumns(comparison), ['Δ with a plain 95 % interval']];
}

/** Every interaction, the largest drop first. There are no verdicts: so many tests would need a correction. */
export function InteractionTable({ comparison, row }: InteractionTableProps): ReactNode {
  const { interactions, scenarios } = comparison;
  const [limit, showMore] = useRowLimit(interactions.length, row);
  if (interactions.length === 0) return <Empty>The runs have no interaction in common.</Empty>;
  const names = new Map(scenarios.map(({ candidate_no, name }) => [candidate_no, name]));
  return (
    <>
      <Table
        caption="Change by interaction, largest drop first"
        columns={interactionColumns(comparison)}
      >
        {interactions.slice(0, limit).map((interaction, at) => {
          const { candidate_position: position, baseline, candidate, delta, ci95 } = interaction;
          const name = names.get(position.scenario) ?? interaction.scenario_id;
          return (
            <TableRow key={`${position.scenario}/${position.turn}`} isCurrent={at === row}>
              <th scope="row" className={`${CELL} max-w-96 truncate text-left font-medium`}>
                <TurnLink comparison={comparison} position={position}>
                  {name}
                </TurnLink>
              </th>
              <td className={`${CELL} text-dim`}>#{position.turn + 1}</td>
              <td className={CELL}>{formatScore(baseline?.mean)}</td>
              <td className={`${CELL} font-semibold`}>{formatScore(candidate?.mean)}</td>
              <td className={`${CELL} whitespace-nowrap`}>{formatChange(delta, ci95)}</td>
            </TableRow>
          );
        })}
      </Table>
      {limit < interactions.length && (
        <Button className="mt-3" onClick={showMore}>
          {interactions.length - limit} more interactions
        </Button>
      )}
    </>
  );
}

export function MetricTable({ comparison }: { readonly comparison: Comparison }): ReactNode {
  return (
    <Table
      caption="Change by metric"
      columns={[['Metric'], ...sideColumns(comparison), ['Δ with a plain 95 % interval']]}
    >
      {Object.entries(comparison.metrics).map(([metric, { baseline, candidate, delta, ci95 }]) => (
        <TableRow key={metric}>
          <th scope="row" className={`${CELL} text-left font-mono text-[13px] font-normal`}>
            {metric}
          </th>
          <td className={CELL}>{formatScore(baseline?.mean)}</td>
          <td className={`${CELL} font-semibold`}>{formatScore(candidate?.mean)}</td>
          <td className={`${CELL} whitespace-nowrap`}>{formatChange(delta, ci95)}</td>
        </TableRow>
      ))}
    </Table>
  );
}

/** The settings in which the requests of the runs differ. */
export function DifferenceTable({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const differences = listChangedSettings(comparison.differences);
  if (differences.length === 0) {
    return (
      <Empty>
        Both runs have the same configuration: differences are noise, or come from the endpoint.
      </Empty>
    );
  }
  return (
    <Table caption="Settings that differ" columns={[['Setting'], ...sideColumns(comparison)]}>
      {differences.map(({ field, baseline, candidate }) => (
        <TableRow key={field}>
          <th
            scope="row"
            className={`${CELL} text-left align-top font-mono text-[13px] font-normal`}
          >
            {field}
          </th>
          <SettingCell value={baseline} />
          <SettingCell value={candidate} />
        </TableRow>
      ))}
    </Table>
  );
}

function SettingCell({ value }: { readonly value: unknown }): ReactNode {
  return (
    <td className={`${CELL} align-top`}>
      <code className="rounded bg-raised px-1 font-mono text-[13px] wrap-anywhere whitespace-pre-wrap">
        {formatSetting(value)}
      </code>
    </td>
  );
}

const CHANGED_COLUMNS = [['Scenario'], ['What differs'], ['Read']] as const;

/** Scenarios of both runs whose content differs. */
export function ChangedTable({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { changed } = comparison;
  const [limit, showMore] = useRowLimit(changed.length, 0);
  if (changed.length === 0) return <Empty>No scenario of both runs was changed.</Empty>;
  return (
    <>
      <Table caption="Changed scenarios: not compared" columns={CHANGED_COLUMNS}>
        {changed.slice(0, limit).map((scenario) => (
          <TableRow key={scenario.candidate}>
            <th scope="row" className={`${CELL} text-left font-medium wrap-anywhere`}>
              {scenario.name}
            </th>
            <td className={CELL}>{formatChangedParts(scenario.parts)}</td>
            <td className={`${CELL} space-x-3`}>
              {(['baseline', 'candidate'] as const).map((side) => (
                <Link
                  key={side}
                  to="/console/runs/$runId/$scenario/$turn"
                  params={{
                    runId: comparison[side].run_id,
                    scenario: String(scenario[side]),
                    turn: '0',
                  }}
                  className="text-accent underline underline-offset-2"
                >
                  {side}
                  <span className="sr-only"> of {scenario.name}</span>
                </Link>
              ))}
            </td>
          </TableRow>
        ))}
      </Table>
      {limit < changed.length && (
        <Button className="mt-3" onClick={showMore}>
          {changed.length - limit} more
        </Button>
      )}
    </>
  );
}

const UNMATCHED_COLUMNS = [['Only in'], ['Scenario']] as const;

/** Scenarios that only one of the runs has. */
export function UnmatchedTable({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const rows = comparison.unmatched.scenarios;
  const [limit, showMore] = useRowLimit(rows.length, 0);
  if (rows.length === 0) {
    return <Empty>Every scenario is in both runs.</Empty>;
  }
  return (
    <>
      <Table caption="What was not compared" columns={UNMATCHED_COLUMNS}>
        {rows.slice(0, limit).map(({ side, scenario, name }) => (
          <TableRow key={`${side} ${scenario}`}>
            <td className={CELL}>{side}</td>
            <th scope="row" className={`${CELL} text-left font-medium wrap-anywhere`}>
              <Link
                to="/console/runs/$runId/$scenario/$turn"
                params={{
                  runId: comparison[side].run_id,
                  scenario: String(scenario),
                  turn: '0',
                }}
                className="hover:underline"
              >
                {name}
              </Link>
            </th>
          </TableRow>
        ))}
      </Table>
      {limit < rows.length && (
        <Button className="mt-3" onClick={showMore}>
          {rows.length - limit} more
        </Button>
      )}
    </>
  );
}
