import type { Scorer } from './scorer.ts';

/** `overall`: reply and metadata by their weights, or the one of them that applies. */
export const overallScorer: Scorer = {
  name: 'overall',
  needs: ['reply', 'metadata'],
  failed({ reference_reply: reply, reference_metadata: metadata }) {
    return reply === '' && Object.keys(metadata).length === 0 ? {} : { overall: 0 };
  },
  score({ weights }, { reply, metadata }) {
    if (reply === undefined && metadata === undefined) return { scores: {} };
    // A judge that failed leaves the whole open; labels that nobody could derive do not.
    if (reply === null) return { scores: { overall: null } };
    if (reply === undefined) return { scores: { overall: metadata ?? null } };
    if (metadata === undefined || metadata === null) return { scores: { overall: reply } };
    const sum = weights.reply * reply + weights.metadata * metadata;
    return { scores: { overall: sum / (weights.reply + weights.metadata) } };
  },
};
