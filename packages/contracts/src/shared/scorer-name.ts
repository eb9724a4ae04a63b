import { z } from 'zod';

/** The scorers, in the order in which results show them. */
export const ScorerName = z
  .enum([
    'exact_match',
    'token_f1',
    'rouge_l',
    'levenshtein',
    'chrf',
    'key_facts',
    'consistency',
    'semantic_similarity',
    'judge',
    'metadata',
    'checks',
    'reply',
    'overall',
    'answered',
  ])
  .meta({ id: 'ScorerName' });
export type ScorerName = z.infer<typeof ScorerName>;
