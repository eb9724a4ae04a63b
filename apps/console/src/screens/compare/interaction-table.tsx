import type { Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatScore } from '../../format/numbers.ts';
import { Change } from '../../parts/change.tsx';
import { Empty } from '../../parts/empty.tsx';
import { CELL, Table, TableRow } from '../../parts/table.tsx';
import { useShown } from '../../parts/use-shown.ts';
import { Button } from '../../ui/button.tsx';
import { TurnLink } from './turn-link.tsx';

interface InteractionTableProps {
  readonly comparison: Comparison;
  /** The one that keys act on. */
  readonly row: number;
}

const COLUMNS = [
  ['Scenario'],
  ['Turn'],
  ['Baseline'],
  ['Candidate'],
  ['Δ with a plain 95 % interval'],
] as const;

/** Every interaction, what fell most first. No verdicts: nobody corrects for how many of them one looks at. */
export function InteractionTable({ comparison, row }: InteractionTableProps): ReactNode {
  const { interactions, scenarios } = comparison;
  const [shown, showMore] = useShown(interactions.length, row);
  if (interactions.length === 0) return <Empty>The runs have no interaction in common.</Empty>;
  const names = new Map(scenarios.map(({ candidate_no, name }) => [candidate_no, name]));
  return (
    <>
      <Table caption="Change by interaction, what fell most first" columns={COLUMNS}>
        {interactions.slice(0, shown).map((interaction, at) => {
          const { candidate_position: place, baseline, candidate, delta, ci95 } = interaction;
          const name = names.get(place.scenario) ?? interaction.scenario_id;
          return (
            <TableRow key={`${place.scenario}/${place.turn}`} isCurrent={at === row}>
              <th scope="row" className={`${CELL} max-w-96 truncate text-left font-medium`}>
                <TurnLink comparison={comparison} place={place}>
                  {name}
                </TurnLink>
              </th>
              <td className={`${CELL} text-dim`}>#{place.turn + 1}</td>
              <td className={CELL}>{formatScore(baseline?.mean)}</td>
              <td className={`${CELL} font-semibold`}>{formatScore(candidate?.mean)}</td>
              <td className={CELL}>
                <Change delta={delta} interval={ci95} />
              </td>
            </TableRow>
          );
        })}
      </Table>
      {shown < interactions.length && (
        <Button className="mt-3" onClick={showMore}>
          {interactions.length - shown} more interactions
        </Button>
      )}
    </>
  );
}
