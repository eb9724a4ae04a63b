import type { LabelScores } from '@fairtrial/contracts';
import { normalise } from '@fairtrial/scorers';
import { labelReport, type LabelPair } from '@fairtrial/statistics';
import type { LabelledTurn } from '../../db/turns/page-turns.ts';
import type { PlannedInteraction } from '../../entities/run.ts';

export interface LabelAggregator {
  add(interaction: PlannedInteraction, turn: LabelledTurn): void;
  /** By metadata key. */
  read(): ReadonlyMap<string, LabelScores>;
}

/** Longer values are prose, not labels. */
const MAX_LABEL_LENGTH = 100;
const MAX_CELLS = 200;

/** Accuracy and confusion of one run's labels, for every metadata key whose expected values are short strings. */
export function aggregateMetadataLabels(): LabelAggregator {
  const counts = new Map<string, Map<string, LabelPair & { count: number }>>();
  const spellings = new Map<string, string>();

  /** Labels that normalise to the same text count as one, in the spelling seen first. */
  function spell(label: string): string {
    const key = normalise(label);
    const first = spellings.get(key) ?? label;
    spellings.set(key, first);
    return first;
  }

  function count(key: string, pair: LabelPair): void {
    const byPair = counts.get(key) ?? new Map<string, LabelPair & { count: number }>();
    counts.set(key, byPair);
    const at = JSON.stringify([pair.expected, pair.given]);
    const entry = byPair.get(at) ?? { ...pair, count: 0 };
    byPair.set(at, entry);
    entry.count += 1;
  }

  return {
    add({ reference_metadata: wanted }, { scores, generatedMetadata: given }) {
      for (const [key, label] of Object.entries(wanted)) {
        const score = scores[`metadata.${key}`];
        if (typeof label !== 'string' || label.length > MAX_LABEL_LENGTH) continue;
        if (score === undefined || score === null) continue; // the metric does not apply
        const expected = spell(label);
        const said = given !== null && Object.hasOwn(given, key) ? given[key] : undefined;
        count(key, { expected, given: score === 1 ? expected : spellGiven(said, spell) });
      }
    },
    read: () =>
      new Map(
        [...counts].flatMap(([key, byPair]) => {
          const report = labelReport(repeat(byPair.values()));
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
  return spell(text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text);
}

function* repeat(counted: Iterable<LabelPair & { readonly count: number }>): Generator<LabelPair> {
  for (const { expected, given, count } of counted) {
    for (let n = 0; n < count; n += 1) yield { expected, given };
  }
}
