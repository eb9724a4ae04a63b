import { answeredScorer } from './answered.ts';
import { assertionsScorer } from './assertions.ts';
import { chrf } from './chrf.ts';
import { exactMatch } from './exact-match.ts';
import { judgeScorer } from './judge-scorer.ts';
import { keyFactsScorer } from './key-facts.ts';
import { levenshtein } from './levenshtein.ts';
import { metadataScorer } from './metadata.ts';
import { overallScorer } from './overall.ts';
import { replyScorer } from './reply.ts';
import { rougeL } from './rouge-l.ts';
import type { Scorer } from './scorer.ts';
import { semanticScorer } from './semantic-similarity.ts';
import { textScorer } from './text-scorer.ts';
import { tokenF1 } from './token-f1.ts';

/** Every scorer, in the order in which results show them; one that builds on others stands below them. */
export const scorers: readonly Scorer[] = [
  textScorer('exact_match', exactMatch),
  textScorer('token_f1', tokenF1),
  textScorer('rouge_l', rougeL),
  textScorer('levenshtein', levenshtein),
  textScorer('chrf', chrf),
  keyFactsScorer,
  semanticScorer,
  judgeScorer,
  metadataScorer,
  assertionsScorer,
  replyScorer,
  overallScorer,
  answeredScorer,
];
