import { sortKeys } from '@assay/contracts';
import { createHash } from 'node:crypto';
import type { PlannedInteraction, PlannedScenario, RunPlan } from './run.ts';

/**
 * A digest of what is asked of which model, and how the replies are scored: runs with the same digest can be expected
 * to have the same mean. Attempts, tags, the name of the test and gates are not part of it, nor are ids, which are
 * new in every run if the request has none, nor the order in which a caller writes the fields of an object.
 */
export function digestPlan(plan: RunPlan): Buffer {
  const { judge, annotator, embeddings } = plan.grading ?? {};
  const asked = {
    scenarios: plan.scenarios.map(describeScenario),
    endpoint: plan.endpoint,
    protocol: plan.protocol,
    reply: plan.target?.reply,
    model: plan.modelId,
    parameters: plan.parameters,
    systemPrompt: plan.systemPrompt,
    history: plan.history,
    weights: plan.weights,
    scorers: plan.scorers?.toSorted(),
    passThreshold: plan.passThreshold,
    grading: { judge, annotator, embeddings },
  };
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(asked)))
    .digest();
}

function describeScenario({ interactions }: PlannedScenario): readonly object[] {
  return interactions.map((interaction: PlannedInteraction) => ({
    message: interaction.user_message,
    reference: interaction.reference_reply,
    type: interaction.interaction_type,
    metadata: interaction.reference_metadata,
    instructions: interaction.judge_instructions,
    checks: interaction.checks ?? [],
  }));
}
