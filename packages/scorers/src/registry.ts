import { checksScorer } from './checks/run-checks.ts';
import { chrfScorer } from './text/chrf.ts';
import { consistencyScorer, keyFactsScorer } from './text/fact-scorers.ts';
import { exactMatchScorer, rougeLScorer, tokenF1Scorer } from './text/token-metrics.ts';
import { judgeScorer } from './judge/judge.ts';
import { levenshteinScorer } from './text/levenshtein.ts';
import { metadataScorer } from './metadata/metadata.ts';
import { overallScorer } from './overall.ts';
import { replyScorer } from './reply.ts';
import type { Scorer } from './scorer.ts';
import { semanticScorer } from './text/semantic-similarity.ts';

/** 1 for every reply, 0 for a failed request, which has no other score. The mean is the availability. */
const answeredScorer: Scorer = {
  name: 'answered',
  version: '1',
  meaning: '1 for a reply, 0 for a failed request; its mean is the availability',
  isFree: true,
  failed: () => ({ answered: 0 }),
  grade: () => ({ scores: { answered: 1 } }),
};

/**
 * All scorers, in the order of results; a scorer comes after the scorers that it needs. "npm run generate" writes their
 * names to packages/contracts, and their rows to the documents.
 */
export const scorers: readonly Scorer[] = [
  exactMatchScorer,
  tokenF1Scorer,
  rougeLScorer,
  levenshteinScorer,
  chrfScorer,
  keyFactsScorer,
  consistencyScorer,
  semanticScorer,
  judgeScorer,
  metadataScorer,
  checksScorer,
  replyScorer,
  overallScorer,
  answeredScorer,
];
