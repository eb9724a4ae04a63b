import type { ScorerName } from '@assay/contracts';
import { scorers } from './registry.ts';
import type { Scorer } from './scorer.ts';

interface Choice {
  /** Those that were asked for and those they build on. */
  readonly needed: readonly Scorer[];
  /** Whether a scorer's results are shown, or only used by others. */
  readonly isShown: (scorer: Scorer) => boolean;
}

const ALL: Choice = { needed: scorers, isShown: () => true };

/** A run asks for the same ones every time. */
const chosen = new WeakMap<readonly ScorerName[], Choice>();

/** All of them where none are named. */
export function chooseScorers(names: readonly ScorerName[] | undefined): Choice {
  if (names === undefined) return ALL;
  const known = chosen.get(names) ?? choose(new Set(names));
  chosen.set(names, known);
  return known;
}

function choose(shown: ReadonlySet<ScorerName>): Choice {
  const needed = new Set(shown);
  // What a scorer builds on stands above it.
  for (const { name, needs = [] } of scorers.toReversed()) {
    if (needed.has(name)) for (const need of needs) needed.add(need);
  }
  return {
    needed: scorers.filter(({ name }) => needed.has(name)),
    isShown: ({ name }) => shown.has(name),
  };
}
