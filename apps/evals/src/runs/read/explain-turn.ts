import type { ScoreExplanation, Scores } from '@fairtrial/contracts';
import { explainScores, readText } from '@fairtrial/scorers';
import {
  interactionAt,
  isOver,
  isSimulatedTurn,
  listOwnScorers,
  type PlannedScenario,
  type Run,
} from '../../entities/run.ts';
import type { GradedTurn } from '../../entities/turn.ts';
import { OWN_SCORERS_DETAIL, type OwnScorerDetail } from '../grade/asked/own-scorers.ts';
import type { Findings } from '../grade/grader.ts';
import { round, roundScores } from '../summary/rounding.ts';

/**
 * Explains how the scores of a turn were computed; null without a reply, or if the stored data cannot reproduce them.
 */
export function explainTurn(
  run: Run,
  scenario: PlannedScenario,
  turn: GradedTurn,
): ScoreExplanation | null {
  if (turn.outcome !== 'answered') return null;
  const { weights, passThreshold } = run.plan;
  const { scores, turnNo } = turn;
  const interaction = interactionAt(scenario, turn);
  if (interaction === undefined) return null;
  const reply = {
    text: readText(turn.reply),
    metadata: turn.generatedMetadata,
    absent: turn.metadataSource === 'endpoint' ? ('wrong' as const) : ('unknown' as const),
    checked: turn.checks,
    own: isSimulatedTurn(scenario, turnNo) ? {} : storedOwnScores(run, turn),
    ...(interaction.reference_reply === '' ? {} : storedGrades(run, turn)),
  };
  const explained = explainScores(reply, interaction, { weights, scores });
  if (explained === undefined) return null;
  return {
    ...explained,
    overall: round(explained.overall),
    parts: explained.parts.map(({ metric, score, weight }) => {
      return { metric, score: round(score), weight: round(weight) };
    }),
    reply: explained.reply && roundReply(explained.reply),
    pass_threshold: passThreshold ?? null,
    waiting_for_models: isWaiting(run, turn),
  };
}

/** The model grades that the stored scores were computed with. */
function storedGrades(
  { plan }: Run,
  { scores, scoreDetails }: GradedTurn,
): Pick<Findings, 'judge' | 'semantic'> {
  const { judge = judgeOf(scoreDetails), semantic_similarity: semantic } = scores;
  return {
    ...(plan.modelScorers.includes('judge') ? { judge } : {}),
    ...(semantic === undefined ? {} : { semantic }),
  };
}

/** The scores of own scorers, including those that the run does not show; null if they have not been called yet. */
function storedOwnScores({ plan }: Run, { scoreDetails }: GradedTurn): Scores {
  const details = (scoreDetails[OWN_SCORERS_DETAIL] ?? {}) as Readonly<
    Record<string, OwnScorerDetail>
  >; // written by gradeTurn
  return Object.fromEntries(
    listOwnScorers(plan).map((name) => [name, details[name]?.score ?? null]),
  );
}

/** The score of the judges if the run does not show it; null if they failed or have not been called. */
function judgeOf(details: GradedTurn['scoreDetails']): number | null {
  const { judges = [] } = (details['judge'] ?? {}) as {
    readonly judges?: readonly { readonly score?: number }[];
  }; // written by gradeTurn
  const scores = judges.map(({ score }) => score).filter((score) => score !== undefined);
  if (scores.length === 0 || scores.length < judges.length) return null;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function roundReply(reply: NonNullable<ScoreExplanation['reply']>): ScoreExplanation['reply'] {
  const metrics: Scores = roundScores(reply.metrics);
  const limits = reply.limits.map((one) => ({ ...one, limit: round(one.limit) }));
  return { metrics, unlimited: round(reply.unlimited), limits };
}

/** True if models still have to grade the turn. */
function isWaiting(run: Run, turn: GradedTurn): boolean {
  return (
    run.plan.grading !== undefined &&
    !isOver(run) &&
    !run.stopGrading &&
    turn.revision < run.revision
  );
}
