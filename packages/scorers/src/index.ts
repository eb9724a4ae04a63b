export { chrf } from './chrf.ts';
export { nearestReference } from './nearest-reference.ts';
export { scoreFailure, scoreReply } from './score-turn.ts';
export type { Expectation } from './scorer.ts';
export { tokenF1 } from './token-f1.ts';
