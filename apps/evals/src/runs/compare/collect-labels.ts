import type { LabelScores } from '@assay/contracts';
import { normalise } from '@assay/scorers';
import { labelReport, type LabelPair } from '@assay/statistics';
import type { ComparedTurn } from '../../db/turns/list-compared-turns.ts';
import type { PlannedInteraction } from '../../db/runs/run.ts';

export interface LabelCollector {
  add(interaction: PlannedInteraction, turn: ComparedTurn): void;
  /** By metadata key. */
  read(): ReadonlyMap<string, LabelScores>;
}

/** What is longer is prose, no label. */
const MAX_LENGTH = 100;
const MAX_CELLS = 200;

/** How well one run gave the labels that were expected, for every metadata key whose labels are words. */
export function collectLabels(): LabelCollector {
  const counts = new Map<string, Map<string, LabelPair & { count: number }>>();
  const spellings = new Map<string, string>();

  /** Labels that scores take for equal are one label, in the spelling that came first. */
  function spell(label: string): string {
    const key = normalise(label);
    const first = spellings.get(key) ?? label;
    spellings.set(key, first);
    return first;
  }

  function count(key: string, pair: LabelPair): void {
    const cells = counts.get(key) ?? new Map<string, LabelPair & { count: number }>();
    counts.set(key, cells);
    const at = JSON.stringify([pair.expected, pair.given]);
    const cell = cells.get(at) ?? { ...pair, count: 0 };
    cells.set(at, cell);
    cell.count += 1;
  }

  return {
    add({ reference_metadata: wanted }, { scores, generatedMetadata: given }) {
      for (const [key, label] of Object.entries(wanted)) {
        const score = scores[`metadata.${key}`];
        if (typeof label !== 'string' || label.length > MAX_LENGTH) continue;
        if (score === undefined || score === null) continue; // nobody could have given one
        const expected = spell(label);
        const said = given !== null && Object.hasOwn(given, key) ? given[key] : undefined;
        count(key, { expected, given: score === 1 ? expected : spellGiven(said, spell) });
      }
    },
    read: () =>
      new Map(
        [...counts].flatMap(([key, cells]) => {
          const report = labelReport(repeat(cells.values()));
          if (report === undefined) return [];
          const confusion = report.confusion
            .toSorted((a, b) => b.count - a.count)
            .slice(0, MAX_CELLS)
            .map(({ expected, given, count: n }) => ({ expected, given: given ?? null, count: n }));
          const { n, accuracy, macroF1 } = report;
          return [[key, { n, accuracy, macro_f1: macroF1, confusion }] as const];
        }),
      ),
  };
}

function spellGiven(said: unknown, spell: (label: string) => string): string | undefined {
  if (said === undefined || said === null) return undefined;
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  return spell(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
}

function* repeat(cells: Iterable<LabelPair & { readonly count: number }>): Generator<LabelPair> {
  for (const { expected, given, count } of cells) {
    for (let n = 0; n < count; n += 1) yield { expected, given };
  }
}
