import type { Metadata, MetadataSource, Scores } from '@fairtrial/contracts';
import {
  nearestReference,
  readText,
  scoreFailure,
  scoreReply,
  type Text,
} from '@fairtrial/scorers';
import {
  interactionAt,
  isSimulatedTurn,
  listOwnScorers,
  type PlannedInteraction,
  type PlannedScenario,
  type RunPlan,
} from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';
import { turnPassed } from './passing.ts';

/** The parts of a plan that define the scoring. */
export type ScoringPlan = Pick<
  RunPlan,
  | 'weights'
  | 'scorers'
  | 'modelScorers'
  | 'grading'
  | 'passThreshold'
  | 'parameters'
  | 'protocol'
  | 'target'
>;

/** The scored turn and the scoring settings. */
export interface ScoringContext {
  readonly scenario: PlannedScenario;
  readonly turnNo: number;
  readonly scoring: ScoringPlan;
}

/** Grades of models and own scorers for a reply. Absent if none is used; null if the call failed or is still pending. */
export interface Grades {
  readonly judge?: number | null;
  readonly semantic?: number | null;
  /** By own scorer. */
  readonly own?: Scores;
  readonly labels?: AnnotatorLabels;
}

/** The labels of an annotator; `pending` if it has not been called yet. */
type AnnotatorLabels = Metadata | 'pending';

/** The reply of an endpoint. */
export interface Answer {
  readonly text: string;
  /** Annotations that the endpoint itself sent with its reply. */
  readonly metadata: Metadata | undefined;
  /** The results of the interaction's checks. */
  readonly checks: Turn['checks'];
}

type TurnScores = Pick<
  Turn,
  'generatedMetadata' | 'metadataSource' | 'scores' | 'scoreDetails' | 'passed' | 'flags'
>;

export function scoreAnswer(answer: Answer, context: ScoringContext, grades: Grades): TurnScores {
  const { labels, ...modelGrades } = grades;
  const { checks } = answer;
  const { scenario, scoring } = context;
  const interaction = getInteraction(context);
  const text = readText(answer.text);
  const { metadata, source, absent } = deriveMetadata(
    { text, metadata: answer.metadata, labels },
    interaction,
    scenario,
  );
  const reply = { text, metadata, absent, checked: checks, ...modelGrades };
  const { scores, details, flags } = scoreReply(reply, interaction, scoring);
  return {
    generatedMetadata: metadata,
    metadataSource: source,
    scores,
    scoreDetails: details,
    passed: turnPassed(
      { isAnswered: true, scores, checks: requiredChecks(interaction, checks) },
      scoring.passThreshold,
    ),
    flags,
  };
}

/** Scores of a failed request. */
export function scoreFailedTurn(context: ScoringContext, checks: Turn['checks']): TurnScores {
  const { scenario, scoring } = context;
  const interaction = getInteraction(context);
  // If replies cannot be annotated, a failed request is not scored on its annotations either.
  const canAnnotate = scoring.grading?.annotator !== undefined || hasReferenceMetadata(scenario);
  const expectation = canAnnotate ? interaction : { ...interaction, reference_metadata: {} };
  const scores = isSimulatedTurn(scenario, context.turnNo)
    ? { answered: 0 }
    : scoreFailure(expectation, { ...scoring, ownScorers: listOwnScorers(scoring) });
  return {
    generatedMetadata: {},
    metadataSource: undefined,
    scores,
    scoreDetails: {},
    passed: turnPassed(
      { isAnswered: false, scores, checks: requiredChecks(interaction, checks) },
      scoring.passThreshold,
    ),
    flags: [],
  };
}

/** Returns the results of the required checks. */
export function requiredChecks<T>(
  { checks = [] }: Pick<PlannedInteraction, 'checks'>,
  results: readonly T[],
): readonly T[] {
  return results.filter((_, at) => checks[at]?.optional !== true);
}

export function getInteraction({ scenario, turnNo }: ScoringContext): PlannedInteraction {
  const interaction = interactionAt(scenario, { turnNo });
  if (interaction === undefined) throw new Error(`scenario ${scenario.id} has no turn ${turnNo}`);
  return interaction;
}

interface DerivedMetadata {
  readonly metadata: Metadata;
  /** `undefined` if there is no source. */
  readonly source: MetadataSource | undefined;
  /** The score of an expected field that is missing. */
  readonly absent: 'wrong' | 'unknown';
}

const NO_METADATA: DerivedMetadata = { metadata: {}, source: undefined, absent: 'unknown' };
const EMPTY_TEXT = readText('');

/**
 * The annotations of a reply: those of the endpoint if it sent at least one expected field, else those of the
 * annotator, else those of the most similar reference reply. A field that the endpoint left out is wrong. The other
 * sources only cover some fields, so a field they leave out is unknown.
 */
function deriveMetadata(
  reply: {
    readonly text: Text;
    readonly metadata: Metadata | undefined;
    readonly labels: AnnotatorLabels | undefined;
  },
  interaction: PlannedInteraction,
  scenario: PlannedScenario,
): DerivedMetadata {
  const { text, metadata: sent, labels } = reply;
  const expected = Object.keys(interaction.reference_metadata);
  const isSent = (key: string): boolean => sent !== undefined && Object.hasOwn(sent, key);
  if (sent !== undefined && (expected.length === 0 || expected.some(isSent))) {
    return { metadata: sent, source: 'endpoint', absent: 'wrong' };
  }
  if (expected.length === 0 || labels === 'pending') return NO_METADATA;
  if (labels !== undefined) return { metadata: labels, source: 'annotator', absent: 'unknown' };
  const metadata = nearestReference(text, scenario.interactions);
  if (metadata === undefined) return NO_METADATA;
  if (Object.keys(metadata).length === 0) return { ...NO_METADATA, absent: 'wrong' };
  return { metadata, source: 'nearest_reference', absent: 'unknown' };
}

/** True if replies of this scenario get annotations even if the endpoint sends none. */
function hasReferenceMetadata({ interactions }: PlannedScenario): boolean {
  return nearestReference(EMPTY_TEXT, interactions) !== undefined;
}
