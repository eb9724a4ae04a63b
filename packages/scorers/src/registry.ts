import { answeredScorer } from './answered.ts';
import { exactMatch } from './exact-match.ts';
import { metadataScorer } from './metadata.ts';
import type { Scorer } from './scorer.ts';
import { textScorer } from './text-scorer.ts';
import { tokenF1 } from './token-f1.ts';

/** Every scorer, in the order in which results show them. */
export const scorers: readonly Scorer[] = [
  textScorer('exact_match', exactMatch),
  textScorer('token_f1', tokenF1),
  metadataScorer,
  answeredScorer,
];
