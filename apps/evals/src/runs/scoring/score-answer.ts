import type { Metadata } from '@assay/contracts';
import { readText, scoreFailure, scoreReply, shareOfPassed } from '@assay/scorers';
import type { PlannedInteraction, PlannedScenario, RunPlan } from '../../db/runs/run.ts';
import type { Turn } from '../../db/turns/turn.ts';
import { annotate, isAnnotated, type Labels } from './annotate.ts';
import { turnPassed } from './passing.ts';

/** How a run is scored. */
export type ScoringPlan = Pick<
  RunPlan,
  'weights' | 'scorers' | 'asked' | 'grading' | 'passThreshold'
>;

export interface PlayedTurn {
  readonly scenario: PlannedScenario;
  readonly turnNo: number;
  readonly scoring: ScoringPlan;
}

/** What models said of a reply: absent where none is asked, null where it could not say, or has not yet. */
export interface Grades {
  readonly judge?: number | null;
  readonly semantic?: number | null;
  readonly labels?: Labels;
}

/** What an endpoint said. */
export interface Answer {
  readonly text: string;
  /** What it said of that itself. */
  readonly metadata: Metadata | undefined;
  /** What came of the interaction's checks. */
  readonly checks: Turn['checks'];
}

type TurnScores = Pick<
  Turn,
  'generatedMetadata' | 'metadataSource' | 'scores' | 'scoreDetails' | 'passed' | 'flags'
>;

/** What a reply is worth. */
export function scoreAnswer(answer: Answer, played: PlayedTurn, grades: Grades): TurnScores {
  const { labels, ...said } = grades;
  const { checks } = answer;
  const { scoring } = played;
  const interaction = interactionOf(played);
  const text = readText(answer.text);
  const { metadata, source, absent } = annotate(
    { text, metadata: answer.metadata, labels },
    interaction,
    played.scenario,
  );
  const share = shareOfPassed(checks);
  const reply = { text, metadata, absent, checks: share, ...said };
  const { scores, details, flags } = scoreReply(reply, interaction, scoring);
  return {
    generatedMetadata: metadata,
    metadataSource: source,
    scores,
    scoreDetails: details,
    passed: turnPassed({ isAnswered: true, scores, checks }, scoring.passThreshold),
    flags,
  };
}

/** What no reply is worth. */
export function scoreFailedTurn(played: PlayedTurn, checks: Turn['checks']): TurnScores {
  const { scenario, scoring } = played;
  const interaction = interactionOf(played);
  const isOwed = scoring.grading?.annotator !== undefined || isAnnotated(scenario);
  const scores = scoreFailure(isOwed ? interaction : withoutMetadata(interaction), scoring);
  return {
    generatedMetadata: {},
    metadataSource: undefined,
    scores,
    scoreDetails: {},
    passed: turnPassed({ isAnswered: false, scores, checks }, scoring.passThreshold),
    flags: [],
  };
}

export function interactionOf({ scenario, turnNo }: PlayedTurn): PlannedInteraction {
  const interaction = scenario.interactions[turnNo];
  if (interaction === undefined) throw new Error(`scenario ${scenario.id} has no turn ${turnNo}`);
  return interaction;
}

/** Where nobody could have annotated a reply, a failed one owes no annotations either. */
function withoutMetadata(interaction: PlannedInteraction): PlannedInteraction {
  return { ...interaction, reference_metadata: {} };
}
