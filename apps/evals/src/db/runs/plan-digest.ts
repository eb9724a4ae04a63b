import { sortKeys } from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import type { PlannedInteraction, PlannedScenario, RunPlan } from '../../entities/run.ts';

/**
 * Digest of the requests, the model and the way replies are scored: runs with the same digest are expected to have the
 * same mean. It leaves out attempts, tags, the name of the test and gates. It also leaves out ids, which are new in
 * every run if the request has none, and ignores the order of the fields of an object.
 */
export function digestPlan(plan: RunPlan): Buffer {
  const { judge, annotator, embeddings } = plan.grading ?? {};
  const { reply, ...target } = plan.target ?? {};
  const asked = {
    scenarios: plan.scenarios.map(describeScenario),
    endpoint: plan.endpoint,
    protocol: plan.protocol,
    reply,
    // Absent if empty: runs with only a pointer to the reply keep their digest.
    target: JSON.stringify(target) === '{}' ? undefined : target,
    model: plan.modelId,
    parameters: plan.parameters,
    systemPrompt: plan.systemPrompt,
    history: plan.history,
    weights: plan.weights,
    scorers: plan.scorers?.toSorted(),
    passThreshold: plan.passThreshold,
    grading: { judge, annotator, embeddings },
    user: plan.user, // absent without simulated users: other runs keep their digest
  };
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(asked)))
    .digest();
}

function describeScenario({ interactions, checks = [], user }: PlannedScenario): readonly object[] {
  const turns = interactions.map((interaction: PlannedInteraction) => ({
    message: interaction.user_message,
    reference: interaction.reference_reply,
    type: interaction.interaction_type,
    metadata: interaction.reference_metadata,
    checks: interaction.checks ?? [],
  }));
  // Absent if empty: runs without checks on whole conversations or simulated users keep their digest.
  return [
    ...turns,
    ...(checks.length === 0 ? [] : [{ conversation: checks }]),
    ...(user ? [{ user }] : []),
  ];
}
