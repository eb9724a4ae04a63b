import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import type { ScenarioProgress } from './follow-progress.ts';

interface ScenarioBarsProps {
  readonly scenarios: readonly { readonly name: string; readonly total: number }[];
  readonly progress: readonly ScenarioProgress[];
}

const MOST = 50;

/** Each scenario: how far it is, and what failed. */
export function ScenarioBars({ scenarios, progress }: ScenarioBarsProps): ReactNode {
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
          {scenarios.slice(0, MOST).map(({ name, total }, at) => {
            const { finished, failed } = progress[at] ?? { finished: 0, failed: 0 };
            const width = (count: number): string => `${(100 * count) / Math.max(1, total)}%`;
            return (
              <tr key={at}>
                <th scope="row" className="w-1/3 max-w-0 truncate py-1 pr-4 text-left font-normal">
                  {name}
                </th>
                <td className="py-1">
                  <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-raised">
                    <div className="bg-accent" style={{ width: width(finished - failed) }} />
                    <div className="bg-bad" style={{ width: width(failed) }} />
                  </div>
                </td>
                <td className="w-36 py-1 pl-4 text-right whitespace-nowrap">
                  {failed > 0 && <span className="text-bad">✕ {failed} · </span>}
                  {finished} / {total}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {scenarios.length > MOST && (
        <p className="mt-1 text-dim">and {scenarios.length - MOST} more</p>
      )}
    </Card>
  );
}
