import type { Comparison } from '@assay/contracts';
import { cutText } from '../terminal/fit-text.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { scoreText, signedText } from './score-text.ts';

const MOST = 5;

/** The interactions that made a scenario regress, what fell most first. */
export function fallenLines(comparison: Comparison, terminal: Terminal): readonly string[] {
  const regressed = new Map(
    comparison.scenarios.flatMap(({ candidate_no, name, verdict }) =>
      verdict?.word === 'regressed' ? [[candidate_no, name] as const] : [],
    ),
  );
  return comparison.interactions
    .flatMap(({ candidate_place, delta, baseline, candidate }) => {
      const name = regressed.get(candidate_place.scenario);
      if (name === undefined || delta === null || delta > -comparison.margin) return [];
      const change = `${scoreText(baseline?.mean ?? 0)} → ${scoreText(candidate?.mean ?? 0)}`;
      const place = cutText(printable(name), terminal.columns - 40);
      return [
        `▼ ${place} interaction ${candidate_place.turn + 1}: ${change} (${signedText(delta)})`,
      ];
    })
    .slice(0, MOST);
}
