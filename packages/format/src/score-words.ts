import { checkType } from '@assay/contracts/plain';

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
  ['B', 'says more than the reference'],
  ['C', 'says the same as the reference'],
  ['D', 'contradicts the reference, or does not answer'],
  ['E', 'differs from the reference in nothing that matters'],
]);

/** Describes the choice of a judge; readers do not know the letters. */
export function judgeChoiceLabel(choice: string): string {
  return CHOICES.get(choice) ?? choice;
}

/** not contains "refund-rule": the type of a check, and its id if it has one. */
export function checkLabel(check: Readonly<Record<string, unknown>>): string {
  const type = checkType(check).replaceAll('_', ' ');
  const { id } = check;
  return typeof id === 'string' ? `${type} "${id}"` : type;
}
