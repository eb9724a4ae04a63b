/**
 * In the order in which results show them. Written by "npm run generate" from the registry of packages/scorers, which this
 * package may not import.
 */
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
