const METRIC_LABELS: Readonly<Record<string, string>> = {
  token_f1: 'token F1',
  rouge_l: 'ROUGE-L',
  chrf: 'chrF',
};

/** token F1, exact match: the name of a metric in a sentence. */
export function metricLabel(metric: string): string {
  return METRIC_LABELS[metric] ?? metric.replaceAll('_', ' ');
}

const CHOICES: ReadonlyMap<string, string> = new Map([
  ['A', 'says only a part of the reference'],
  ['B', 'says all of the reference and harmless details'],
  ['C', 'says the same as the reference'],
  ['D', 'contradicts the reference, or does not answer'],
  ['E', 'differs from the reference in nothing that matters'],
  ['F', 'adds a claim that the reference does not support'],
]);

/** Describes the choice of a judge; readers do not know the letters. */
export function judgeChoiceLabel(choice: string): string {
  return CHOICES.get(choice) ?? choice;
}
