import { matchValue } from './match-value.ts';
import type { Scorer } from './scorer.ts';

/** `metadata.<field>` for every expected annotation, and `metadata`, their mean. */
export const metadataScorer: Scorer = {
  keys(expected) {
    const fields = Object.keys(expected.reference_metadata);
    return fields.length === 0 ? [] : ['metadata', ...fields.map(fieldKey)];
  },
  score(reply, expected) {
    const fields = Object.entries(expected.reference_metadata);
    const { metadata } = reply;
    if (fields.length === 0) return { scores: {} };
    if (metadata === undefined) return { scores: unscored(this.keys(expected)) };
    const matches = fields.map(
      ([field, value]) => [fieldKey(field), matchValue(value, metadata[field])] as const,
    );
    const mean = matches.reduce((sum, [, score]) => sum + score, 0) / matches.length;
    const extra = Object.keys(metadata).filter((key) => !(key in expected.reference_metadata));
    return {
      scores: { metadata: mean, ...Object.fromEntries(matches) },
      details: { metadata: { extra } },
    };
  },
};

function fieldKey(field: string): string {
  return `metadata.${field}`;
}

function unscored(keys: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(keys.map((key) => [key, null]));
}
