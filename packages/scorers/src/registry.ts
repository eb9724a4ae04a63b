import { answeredScorer } from './answered.ts';
import { checksScorer } from './checks/checks-scorer.ts';
import { chrf } from './text/chrf.ts';
import { exactMatch } from './text/exact-match.ts';
import { judgeScorer } from './judge/judge-scorer.ts';
import { keyFactsScorer } from './facts/key-facts.ts';
import { levenshtein } from './text/levenshtein.ts';
import { metadataScorer } from './metadata/metadata.ts';
import { overallScorer } from './overall.ts';
import { replyScorer } from './reply.ts';
import { rougeL } from './text/rouge-l.ts';
import type { Scorer } from './scorer.ts';
import { semanticScorer } from './text/semantic-similarity.ts';
import { textScorer } from './text/text-scorer.ts';
import { tokenF1 } from './text/token-f1.ts';

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
  checksScorer,
  replyScorer,
  overallScorer,
  answeredScorer,
];
