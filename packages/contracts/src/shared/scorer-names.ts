/** In the order in which results show them. */
export const SCORER_NAMES = [
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
] as const;
