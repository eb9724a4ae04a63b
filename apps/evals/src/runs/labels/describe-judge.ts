import { sortKeys } from '@fairtrial/contracts';
import { digestAuditPrompt, digestChecksPrompt, JUDGE_PROMPT_DIGEST } from '@fairtrial/scorers';
import { createHash } from 'node:crypto';
import type { RunPlan } from '../../entities/run.ts';

/** What decides whether an attempt passes. */
export interface JudgeIdentity {
  /** Models that judge. Empty: only code decides. */
  readonly models: readonly string[];
  /** Changes if the judge, its instructions, the checks, the weights or the pass threshold change. */
  readonly digest: string;
}

const DIGEST_CHARS = 16;

/** Digests of our own prompts: a version with another prompt has another judge. */
const PROMPTS = [JUDGE_PROMPT_DIGEST, digestChecksPrompt({ scope: 'reply', checks: [] })];
const AUDIT_PROMPTS = [...PROMPTS, digestAuditPrompt()];

/**
 * Identifies the judge of a run. Agreement with people is only comparable between runs with the same digest. It does
 * not depend on the scenarios, except for their checks, so that a test can grow.
 */
export function describeJudge(plan: RunPlan): JudgeIdentity {
  const interactions = plan.scenarios.flatMap((scenario) => scenario.interactions);
  const judge = plan.grading?.judge;
  const described = {
    judge: judge && { ...judge, prompts: plan.user ? AUDIT_PROMPTS : PROMPTS },
    checks: listDistinct(interactions.flatMap(({ checks = [] }) => checks)),
    conversationChecks: listDistinct(plan.scenarios.flatMap(({ checks = [] }) => checks)),
    passThreshold: plan.passThreshold,
    weights: plan.weights,
    scorers: plan.scorers?.toSorted(),
  };
  const hash = createHash('sha256').update(JSON.stringify(sortKeys(described)));
  return { models: judge?.models ?? [], digest: hash.digest('hex').slice(0, DIGEST_CHARS) };
}

/** The distinct values as JSON, sorted. */
function listDistinct(values: readonly unknown[]): readonly string[] {
  const texts = values.flatMap((value) =>
    value === undefined ? [] : [JSON.stringify(sortKeys(value))],
  );
  return [...new Set(texts)].toSorted();
}
