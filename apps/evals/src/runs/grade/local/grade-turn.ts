import { checkType, type Check, type Metadata, type MetadataSource } from '@fairtrial/contracts';
import {
  failChecks,
  nearestReference,
  OUT_OF_TIME,
  readText,
  runChecks,
  scoreFailure,
  scoreReply,
  type Budget,
  type CheckOutcome,
  type Text,
} from '@fairtrial/scorers';
import {
  interactionAt,
  isSimulatedTurn,
  listOwnScorers,
  type PlannedInteraction,
  type PlannedScenario,
} from '../../../entities/run.ts';
import type { Turn, TurnCheck, TurnGrades } from '../../../entities/turn.ts';
import { callsOfTurn } from '../../play/reported-calls.ts';
import { NOTHING_FOUND, type Findings, type GradingPlan } from '../grader.ts';
import { requiredChecks, turnPassed } from '../passing.ts';

/** The parts of a turn that graders read. */
export type PlayedTurn = Pick<
  Turn,
  | 'scenarioNo'
  | 'turnNo'
  | 'outcome'
  | 'reply'
  | 'toolCalls'
  | 'latencyMs'
  | 'sentMetadata'
  | 'flags'
>;

/** Grades a turn from what happened and from what others found out about it. */
export function gradeTurn(
  plan: GradingPlan,
  { turn, found }: { readonly turn: PlayedTurn; readonly found: Findings },
  budget: Budget,
): TurnGrades {
  const scenario = plan.scenarios[turn.scenarioNo];
  const interaction = scenario && interactionAt(scenario, turn);
  if (scenario === undefined || interaction === undefined) {
    throw new Error(`the run has no turn ${turn.scenarioNo}/${turn.turnNo}`);
  }
  return turn.outcome === 'answered'
    ? gradeReply(plan, { turn, found, scenario, interaction }, budget)
    : gradeFailure(plan, { turn, scenario, interaction });
}

interface PlannedTurn {
  readonly turn: PlayedTurn;
  readonly scenario: PlannedScenario;
  readonly interaction: PlannedInteraction;
}

function gradeReply(
  plan: GradingPlan,
  { turn, found, scenario, interaction }: PlannedTurn & { readonly found: Findings },
  budget: Budget,
): TurnGrades {
  const { judged, labels, details, flags, ...answers } = found;
  let isSpent = false;
  const limited: Budget = {
    spend(grader, work) {
      const spent = budget.spend(grader, work);
      isSpent ||= 'failure' in spent;
      return spent;
    },
  };
  const { checks: planned = [] } = interaction;
  const answer = { text: turn.reply, latencyMs: turn.latencyMs, ...callsOfTurn(turn, plan) };
  const checks = withJudged(withTypes(planned, runChecks(planned, answer, limited)), judged);
  const text = readText(turn.reply);
  const derived = limited.spend('labels', () =>
    deriveMetadata({ text, metadata: turn.sentMetadata, labels }, interaction, scenario),
  );
  const { metadata, source, absent } = 'done' in derived ? derived.done : NO_METADATA;
  const reply = { text, metadata, absent, checked: checks, ...answers };
  const scored = scoreReply(reply, interaction, { ...plan, timeBudget: limited });
  const required = requiredChecks(interaction.checks, checks);
  return {
    generatedMetadata: metadata,
    metadataSource: source,
    scores: scored.scores,
    scoreDetails: { ...scored.details, ...details },
    checks,
    passed: turnPassed(
      { isAnswered: true, scores: scored.scores, checks: required },
      plan.passThreshold,
    ),
    flags: [...scored.flags, ...(isSpent ? [OUT_OF_TIME] : []), ...flags],
  };
}

/** A failed request says nothing about the model, so its scores are unknown. */
function gradeFailure(plan: GradingPlan, { turn, scenario, interaction }: PlannedTurn): TurnGrades {
  const { checks: planned = [] } = interaction;
  // If replies cannot be annotated, a failed request is not scored on its annotations either.
  const canAnnotate = plan.grading?.annotator !== undefined || hasReferenceMetadata(scenario);
  const expectation = canAnnotate ? interaction : { ...interaction, reference_metadata: {} };
  return {
    generatedMetadata: {},
    metadataSource: undefined,
    scores: isSimulatedTurn(scenario, turn.turnNo)
      ? { answered: 0 }
      : scoreFailure(expectation, { ...plan, ownScorers: listOwnScorers(plan) }),
    scoreDetails: {},
    checks: withTypes(planned, failChecks(planned)),
    passed: undefined,
    flags: [],
  };
}

/** What is not known before models and own scorers are asked: null, so that no fallback is mistaken for their score. */
export function awaitFindings(plan: GradingPlan, { scenarioNo, turnNo }: PlayedTurn): Findings {
  const scenario = plan.scenarios[scenarioNo];
  if (scenario === undefined || isSimulatedTurn(scenario, turnNo)) return NOTHING_FOUND;
  const { modelScorers, grading } = plan;
  return {
    ...NOTHING_FOUND,
    own: Object.fromEntries(listOwnScorers(plan).map((name) => [name, null])),
    ...(modelScorers.includes('judge') && { judge: null }),
    ...(modelScorers.includes('semantic_similarity') && { semantic: null }),
    ...(grading?.annotator !== undefined && { labels: 'pending' }),
  };
}

/** Adds the type of each check to its result. */
export function withTypes(
  planned: readonly Check[],
  results: readonly CheckOutcome[],
): readonly TurnCheck[] {
  return planned.flatMap((check, at) => {
    const result = results[at];
    return result === undefined ? [] : [{ type: checkType(check), ...result }];
  });
}

export function withJudged(
  results: readonly TurnCheck[],
  judged: Findings['judged'],
): readonly TurnCheck[] {
  return judged === undefined ? results : results.map((result, at) => judged.get(at) ?? result);
}

interface DerivedMetadata {
  readonly metadata: Metadata;
  /** `undefined` if there is no source. */
  readonly source: MetadataSource | undefined;
  /** The score of an expected field that is missing. */
  readonly absent: 'wrong' | 'unknown';
}

const NO_METADATA: DerivedMetadata = { metadata: {}, source: undefined, absent: 'unknown' };

/**
 * The annotations of a reply: those of the endpoint if it sent at least one expected field, else those of the
 * annotator, else those of the most similar reference reply. A field that the endpoint left out is wrong. The other
 * sources only cover some fields, so a field they leave out is unknown.
 */
function deriveMetadata(
  reply: {
    readonly text: Text;
    readonly metadata: Metadata | undefined;
    readonly labels: Findings['labels'];
  },
  interaction: PlannedInteraction,
  scenario: PlannedScenario,
): DerivedMetadata {
  const { text, metadata: sent, labels } = reply;
  if (sent !== undefined && areExpected(sent, interaction)) {
    return { metadata: sent, source: 'endpoint', absent: 'wrong' };
  }
  const expected = Object.keys(interaction.reference_metadata);
  if (expected.length === 0 || labels === 'pending') return NO_METADATA;
  if (labels !== undefined) return { metadata: labels, source: 'annotator', absent: 'unknown' };
  const metadata = nearestReference(text, scenario.interactions);
  if (metadata === undefined) return NO_METADATA;
  if (Object.keys(metadata).length === 0) return { ...NO_METADATA, absent: 'wrong' };
  return { metadata, source: 'nearest_reference', absent: 'unknown' };
}

/** True if the annotations that an endpoint sent count: nothing is expected, or at least one expected field is there. */
export function areExpected(
  sent: Metadata,
  { reference_metadata }: Pick<PlannedInteraction, 'reference_metadata'>,
): boolean {
  const expected = Object.keys(reference_metadata);
  return expected.length === 0 || expected.some((key) => Object.hasOwn(sent, key));
}

/** True if replies of this scenario get annotations even if the endpoint sends none. */
function hasReferenceMetadata({ interactions }: PlannedScenario): boolean {
  return interactions.some(
    ({ reference_reply: reply, reference_metadata: metadata }) =>
      reply !== '' && Object.keys(metadata).length > 0,
  );
}
