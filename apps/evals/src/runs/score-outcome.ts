import type { ModelOutcome } from '@assay/models';
import { readText, scoreFailure, scoreReply, type Scoring } from '@assay/scorers';
import type { PlannedInteraction, PlannedScenario } from '../db/run.ts';
import type { Turn, TurnKey } from '../db/turn.ts';
import { annotate, isAnnotated, type Annotation } from './annotate.ts';

const FAILED_REPLY = 'Request failed';

type Scored = Omit<Turn, keyof TurnKey | 'try' | 'protocol'>;

interface PlayedTurn {
  readonly scenario: PlannedScenario;
  readonly turnNo: number;
  readonly scoring: Scoring;
}

/** What an endpoint's answer, or its silence, is worth. */
export function scoreOutcome(
  outcome: ModelOutcome,
  { scenario, turnNo, scoring }: PlayedTurn,
): Scored {
  const interaction = scenario.interactions[turnNo];
  if (interaction === undefined) throw new Error(`scenario ${scenario.id} has no turn ${turnNo}`);
  if (outcome.state === 'failed') {
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      generatedMetadata: {},
      metadataSource: undefined,
      scores: scoreFailure(
        isAnnotated(scenario) ? interaction : withoutMetadata(interaction),
        scoring.scorers,
      ),
      scoreDetails: {},
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      flags: [],
    };
  }
  const text = readText(outcome.text);
  const annotation = annotate({ text, metadata: outcome.metadata }, interaction, scenario);
  const { metadata, source } = annotation;
  const reply = { text, metadata, absent: absentIn(annotation) };
  const { scores, details, flags } = scoreReply(reply, interaction, scoring);
  return {
    reply: outcome.text,
    outcome: 'answered',
    error: undefined,
    generatedMetadata: metadata,
    metadataSource: source,
    scores,
    scoreDetails: details,
    latencyMs: outcome.elapsedMs,
    usage: outcome.usage,
    flags: [...outcome.flags, ...flags],
  };
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
