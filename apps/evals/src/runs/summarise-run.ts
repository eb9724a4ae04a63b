import type {
  AttemptResult,
  EvaluationResponse,
  InteractionResult,
  ScenarioResult,
  Usage,
} from '@assay/contracts';
import { averageScores } from '@assay/statistics';
import type { PlannedInteraction, PlannedScenario, Run } from '../db/run.ts';
import type { Turn } from '../db/turn.ts';
import { roundScores } from './round-scores.ts';
import { meansOf, statsOf } from './stats-of.ts';

/** The answer of a run, from its plan and its turns alone. */
export function summariseRun(run: Run, turns: readonly Turn[], now: Date): EvaluationResponse {
  const { plan } = run;
  const byAttempt = groupTurns(run, turns);
  const failed = turns.filter((turn) => turn.outcome === 'endpoint_failed').length;
  const { warnings } = plan;
  return {
    ...plan.extra,
    message: toMessage(failed, turns.length),
    results: {
      scenarios: plan.scenarios.map((scenario, no) => toScenario(scenario, byAttempt[no] ?? [])),
    },
    run_id: run.id,
    test_name: plan.testName,
    endpoint: plan.endpoint,
    model_id: plan.modelId,
    attempts: plan.attempts,
    weights: plan.weights,
    protocol: protocolOf(turns),
    duration_ms: now.getTime() - run.createdAt.getTime(),
    usage: sumUsage(turns),
    stats: statsOf(byAttempt),
    warnings: isGuessed(turns) ? [...warnings, GUESSED] : [...warnings],
  };
}

const GUESSED =
  'generated_metadata was taken from the nearest reference reply, which is weak evidence: let the endpoint annotate its replies';

/** scenario → attempt → turns */
function groupTurns(run: Run, turns: readonly Turn[]): readonly (readonly (readonly Turn[])[])[] {
  const groups = Map.groupBy(turns, (turn) => `${turn.scenarioNo}/${turn.attemptNo}`);
  return run.plan.scenarios.map((_, scenarioNo) =>
    Array.from(
      { length: run.plan.attempts },
      (__, attemptNo) => groups.get(`${scenarioNo}/${attemptNo}`) ?? [],
    ),
  );
}

function toScenario(
  scenario: PlannedScenario,
  attempts: readonly (readonly Turn[])[],
): ScenarioResult {
  const stats = statsOf([attempts]);
  return {
    ...scenario.extra,
    scenario_id: scenario.id,
    name: scenario.name,
    description: scenario.description,
    attempts: attempts.map((turns) => toAttempt(scenario, turns)),
    average_scores: meansOf(stats),
    stats,
  };
}

function toAttempt(scenario: PlannedScenario, turns: readonly Turn[]): AttemptResult {
  return {
    interactions: scenario.interactions.flatMap((interaction, at) => {
      const turn = turns[at];
      return turn === undefined ? [] : [toInteraction(interaction, turn)];
    }),
    average_scores: roundScores(averageScores(turns.map((turn) => turn.scores))),
  };
}

function toInteraction(interaction: PlannedInteraction, turn: Turn): InteractionResult {
  return {
    ...interaction.extra,
    id: interaction.id,
    user_message: interaction.user_message,
    agent_reply: turn.reply,
    reference_reply: interaction.reference_reply,
    interaction_type: interaction.interaction_type,
    reference_metadata: interaction.reference_metadata,
    generated_metadata: turn.generatedMetadata,
    scores: roundScores(turn.scores),
    score_details: turn.scoreDetails,
    outcome: turn.outcome,
    error: turn.error ?? null,
    latency_ms: turn.latencyMs,
    usage: turn.usage ?? null,
    metadata_source: turn.metadataSource ?? null,
    passed: null,
    flags: [...turn.flags],
  };
}

function toMessage(failed: number, total: number): string {
  return failed === 0
    ? 'Evaluation completed successfully'
    : `Evaluation completed: ${failed} of ${total} requests failed`;
}

/** What worked, if anything did. */
function protocolOf(turns: readonly Turn[]): EvaluationResponse['protocol'] {
  const answered = turns.findLast((turn) => turn.outcome === 'answered');
  return (answered ?? turns.at(-1))?.protocol ?? 'agent';
}

function sumUsage(turns: readonly Turn[]): Usage {
  const sum = (field: keyof Usage): number =>
    turns.reduce((total, turn) => total + (turn.usage?.[field] ?? 0), 0);
  return {
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    total_tokens: sum('total_tokens'),
  };
}

function isGuessed(turns: readonly Turn[]): boolean {
  return turns.some(
    (turn) => turn.metadataSource === 'nearest_reference' && 'metadata' in turn.scores,
  );
}
