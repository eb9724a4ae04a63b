import type { Comparison } from '@assay/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { RunPlan } from '../../db/runs/run.ts';

type Differences = Comparison['differences'];

/** A prompt may be a book; who wants all of it has the request. */
const MAX_LENGTH = 10_000;

/** What two runs were asked to do differently, by the names it has in a request. */
export function differingFields(baseline: RunPlan, candidate: RunPlan): Differences {
  const old = fieldsOf(baseline);
  const now = fieldsOf(candidate);
  return Object.keys(now).flatMap((field) =>
    isDeepStrictEqual(old[field], now[field])
      ? []
      : [{ field, baseline: shown(old[field]), candidate: shown(now[field]) }],
  );
}

function fieldsOf(plan: RunPlan): Readonly<Record<string, unknown>> {
  return {
    model_id: plan.modelId,
    endpoint: plan.endpoint,
    protocol: plan.protocol,
    system_prompt: plan.systemPrompt,
    parameters: plan.parameters,
    history: plan.history,
    weights: plan.weights,
    scorers: plan.scorers,
    judge: plan.grading?.judge,
    embeddings: plan.grading?.embeddings,
    pass_threshold: plan.passThreshold,
    attempts: plan.attempts,
  };
}

function shown(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_LENGTH) return value ?? null;
  return `${value.slice(0, MAX_LENGTH)}…`;
}
