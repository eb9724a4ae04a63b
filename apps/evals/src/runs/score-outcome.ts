import type { Assertion } from '@assay/contracts';
import type { ModelOutcome } from '@assay/models';
import {
  checkAssertions,
  failAssertions,
  readText,
  scoreFailure,
  scoreReply,
  shareOfPassed,
  type Checked,
  type Scoring,
} from '@assay/scorers';
import type { PlannedInteraction, PlannedScenario } from '../db/run.ts';
import type { Turn, TurnKey } from '../db/turn.ts';
import { annotate, isAnnotated, type Annotation } from './annotate.ts';
import { turnPassed } from './passing.ts';

const FAILED_REPLY = 'Request failed';

type Scored = Omit<Turn, keyof TurnKey | 'try' | 'protocol'>;

interface PlayedTurn {
  readonly scenario: PlannedScenario;
  readonly turnNo: number;
  readonly scoring: Scoring & { readonly passThreshold?: number | undefined };
  /** Asked for between two pieces of work. */
  readonly pause: () => Promise<void>;
}

/** What an endpoint's answer, or its silence, is worth. */
export async function scoreOutcome(
  outcome: ModelOutcome,
  { scenario, turnNo, scoring, pause }: PlayedTurn,
): Promise<Scored> {
  const interaction = scenario.interactions[turnNo];
  if (interaction === undefined) throw new Error(`scenario ${scenario.id} has no turn ${turnNo}`);
  const { assertions: asserted = [] } = interaction;
  if (outcome.state === 'failed') {
    const scores = scoreFailure(
      isAnnotated(scenario) ? interaction : withoutMetadata(interaction),
      scoring,
    );
    const assertions = withTypes(asserted, failAssertions(asserted));
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      generatedMetadata: {},
      metadataSource: undefined,
      scores,
      scoreDetails: {},
      assertions,
      passed: turnPassed({ isAnswered: false, scores, assertions }, scoring.passThreshold),
      toolCalls: undefined,
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      flags: [],
    };
  }
  const text = readText(outcome.text);
  const annotation = annotate({ text, metadata: outcome.metadata }, interaction, scenario);
  const { metadata, source } = annotation;
  const { toolCalls, elapsedMs: latencyMs } = outcome;
  const seen = { text: outcome.text, latencyMs, toolCalls: toolCalls ?? [] };
  const assertions = withTypes(asserted, await checkAssertions(asserted, seen, pause));
  const share = shareOfPassed(assertions);
  const reply = { text, metadata, absent: absentIn(annotation), assertions: share };
  const { scores, details, flags } = scoreReply(reply, interaction, scoring);
  return {
    reply: outcome.text,
    outcome: 'answered',
    error: undefined,
    generatedMetadata: metadata,
    metadataSource: source,
    scores,
    scoreDetails: details,
    assertions,
    passed: turnPassed({ isAnswered: true, scores, assertions }, scoring.passThreshold),
    toolCalls,
    latencyMs,
    usage: outcome.usage,
    flags: [...outcome.flags, ...flags],
  };
}

function withTypes(
  asserted: readonly Assertion[],
  checked: readonly Checked[],
): Turn['assertions'] {
  return asserted.flatMap(({ type }, at) => {
    const result = checked[at];
    return result === undefined ? [] : [{ type, ...result }];
  });
}

/** An endpoint could have said more; a reference can only say what stands beside it. */
function absentIn({ source, metadata }: Annotation): 'wrong' | 'unknown' {
  if (source === 'endpoint') return 'wrong';
  const isLikeNothing = source === 'nearest_reference' && Object.keys(metadata).length === 0;
  return isLikeNothing ? 'wrong' : 'unknown';
}

/** Where nobody could have annotated a reply, a failed one owes no annotations either. */
function withoutMetadata(interaction: PlannedInteraction): PlannedInteraction {
  return { ...interaction, reference_metadata: {} };
}
