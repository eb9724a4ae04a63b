import { ScorerName } from '@assay/contracts';
import type { Turn } from '../../db/turns/turn.ts';
import {
  scoreAnswer,
  scoreFailedTurn,
  type Answer,
  type Grades,
  type PlayedTurn,
} from '../scoring/score-answer.ts';

/** What models said of a reply, with what a reader should know of it. */
export interface GradingResult extends Grades {
  readonly details: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
}

export const NOT_GRADED: GradingResult = { details: {}, flags: [] };

/** Flags that say how a reply was scored; all others say how it came. */
const OF_SCORING: ReadonlySet<string> = new Set([
  'text_truncated',
  'conflict',
  'omission',
  'negation_flip',
  'judge_failed',
  'judges_disagree',
  'annotation_failed',
  'embedding_failed',
]);

const OF_SCORERS: ReadonlySet<string> = new Set(ScorerName.options);

/** The same turn, scored anew from what was said. */
export function rescoreTurn(turn: Turn, played: PlayedTurn, marked: GradingResult): Turn {
  const { details, flags, ...grades } = marked;
  const worth =
    turn.outcome === 'answered'
      ? scoreAnswer(answerOf(turn), played, grades)
      : scoreFailedTurn(played, turn.checks);
  const kept = Object.entries(turn.scoreDetails).filter(([name]) => !OF_SCORERS.has(name));
  return {
    ...turn,
    ...worth,
    scoreDetails: { ...Object.fromEntries(kept), ...worth.scoreDetails, ...details },
    flags: [...turn.flags.filter((flag) => !OF_SCORING.has(flag)), ...worth.flags, ...flags],
  };
}

/** What the endpoint said, as it is on record; whether its checks hold does not change. */
function answerOf({ reply, checks, metadataSource, generatedMetadata }: Turn): Answer {
  const metadata = metadataSource === 'endpoint' ? generatedMetadata : undefined;
  return { text: reply, metadata, checks };
}
