import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import type { ScenarioProgress } from './run-progress.ts';

interface ScenarioTurns {
  readonly name: string;
  readonly total: number;
  /** True if its conversations can be shorter, because a simulated user ends them. */
  readonly isMaximum: boolean;
}

interface ScenarioBarsProps {
  readonly scenarios: readonly ScenarioTurns[];
  readonly progress: readonly ScenarioProgress[];
  /** True if no more turns are played. */
  readonly isOver: boolean;
}

const MAX_SCENARIOS = 50;

/** Finished and failed turns of each scenario. */
export function ScenarioBars({ scenarios, progress, isOver }: ScenarioBarsProps): ReactNode {
  if (scenarios.length === 0) return null;
  return (
    <Card title="Scenarios">
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">Progress</th>
            <th scope="col">Turns</th>
          </tr>
        </thead>
        <tbody>
          {scenarios.slice(0, MAX_SCENARIOS).map((scenario, at) => (
            <ScenarioBar key={at} scenario={scenario} progress={progress[at]} isOver={isOver} />
          ))}
        </tbody>
      </table>
      {scenarios.length > MAX_SCENARIOS && (
        <p className="mt-1 text-dim">and {scenarios.length - MAX_SCENARIOS} more</p>
      )}
    </Card>
  );
}

interface ScenarioBarProps {
  readonly scenario: ScenarioTurns;
  /** `undefined` before its first turn. */
  readonly progress: ScenarioProgress | undefined;
  readonly isOver: boolean;
}

function ScenarioBar({ scenario, progress, isOver }: ScenarioBarProps): ReactNode {
  const { name, total, isMaximum } = scenario;
  const { finished, failed } = progress ?? { finished: 0, failed: 0 };
  // Conversations that are played again count twice.
  const shown = Math.min(finished, total);
  const end = isOver && isMaximum ? Math.max(1, shown) : Math.max(1, total);
  const width = (count: number): string => `${(100 * count) / end}%`;
  return (
    <tr>
      <th scope="row" className="w-1/3 max-w-0 truncate py-1 pr-4 text-left font-normal">
        {name}
      </th>
      <td className="py-1">
        <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-raised">
          <div className="bg-accent" style={{ width: width(Math.max(0, shown - failed)) }} />
          <div className="bg-bad" style={{ width: width(failed) }} />
        </div>
      </td>
      <td className="w-36 py-1 pl-4 text-right whitespace-nowrap">
        {failed > 0 && <span className="text-bad">✗ {failed} · </span>}
        {isMaximum ? (isOver ? 'ended' : `${shown} of at most ${total}`) : `${finished} / ${total}`}
      </td>
    </tr>
  );
}
