import { matchValue } from './match-value.ts';
import type { Scorer } from '../scorer.ts';

/** `metadata.<field>` for every expected annotation, and `metadata`, their mean. */
export const metadataScorer: Scorer = {
  name: 'metadata',
  failed(expected) {
    const fields = Object.keys(expected.reference_metadata);
    const keys = fields.length === 0 ? [] : ['metadata', ...fields.map(fieldKey)];
    return Object.fromEntries(keys.map((key) => [key, 0]));
  },
  score({ reply: { metadata, absent }, expected }) {
    const fields = Object.entries(expected.reference_metadata);
    if (fields.length === 0) return { scores: {} };
    const matches = fields.map(([field, value]): [string, number | null] => {
      if (Object.hasOwn(metadata, field))
        return [fieldKey(field), matchValue(value, metadata[field])];
      return [fieldKey(field), absent === 'wrong' ? 0 : null];
    });
    const extra = Object.keys(metadata).filter(
      (key) => !Object.hasOwn(expected.reference_metadata, key),
    );
    return {
      scores: {
        metadata: meanOf(matches.map(([, score]) => score)),
        ...Object.fromEntries(matches),
      },
      details: { metadata: { extra } },
    };
  },
};

function meanOf(scores: readonly (number | null)[]): number | null {
  const scored = scores.filter((score) => score !== null);
  if (scored.length === 0) return null;
  return scored.reduce((sum, score) => sum + score, 0) / scored.length;
}

function fieldKey(field: string): string {
  return `metadata.${field}`;
}
