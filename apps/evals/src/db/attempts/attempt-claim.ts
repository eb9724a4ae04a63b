import type { AttemptKey } from '../turns/turn.ts';

/** An attempt in somebody's hands: a lane is a job that plays one attempt after the other. */
export interface AttemptClaim extends AttemptKey {
  readonly lane: string;
  /** Which claim of the lane it is; an older one writes nothing any more. */
  readonly epoch: number;
  /** How often the attempt was played before. */
  readonly try: number;
}
