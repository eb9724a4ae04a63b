export { chrf } from './chrf.ts';
export { nearestReference } from './nearest-reference.ts';
export { readText, type Text } from './read-text.ts';
export { scorers } from './registry.ts';
export { scoreFailure, scoreReply, type Scoring } from './score-turn.ts';
export type { Expectation } from './scorer.ts';
export { references } from './text-cache.ts';
export { tokenF1 } from './token-f1.ts';
export { withoutInapplicable } from './without-inapplicable.ts';
