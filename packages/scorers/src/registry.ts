import { checksScorer } from './checks/run-checks.ts';
import { chrf } from './text/chrf.ts';
import { consistencyScorer, keyFactsScorer } from './text/fact-scorers.ts';
import { exactMatch, rougeL, tokenF1 } from './text/token-metrics.ts';
import { judgeScorer } from './judge/judge.ts';
import { levenshtein } from './text/levenshtein.ts';
import { metadataScorer } from './metadata/metadata.ts';
import { overallScorer } from './overall.ts';
import { replyScorer } from './reply.ts';
import type { Scorer } from './scorer.ts';
import { semanticScorer } from './text/semantic-similarity.ts';
import type { ScorerName } from '@fairtrial/contracts';
import type { Text } from './text/read-text.ts';

/** 1 for every reply, 0 for a failed request, which has no other score. The mean is the availability. */
const answeredScorer: Scorer = {
  name: 'answered',
  version: '1',
  isFree: true,
  failed: () => ({ answered: 0 }),
  grade: () => ({ scores: { answered: 1 } }),
};

/** All scorers, in the order of results; a scorer comes after the scorers that it needs. */
export const scorers: readonly Scorer[] = [
  textScorer('exact_match', exactMatch),
  textScorer('token_f1', tokenF1),
  textScorer('rouge_l', rougeL),
  textScorer('levenshtein', levenshtein),
  textScorer('chrf', chrf),
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

/** A scorer that compares the reply with the reference reply, if there is one. */
function textScorer(key: ScorerName, compare: (reply: Text, reference: Text) => number): Scorer {
  return {
    name: key,
    version: '1',
    failed: (expected) => (expected.reference_reply === '' ? {} : { [key]: null }),
    grade: ({ reply, reference }) =>
      reference === undefined
        ? { scores: {} }
        : { scores: { [key]: compare(reply.text, reference) } },
  };
}
