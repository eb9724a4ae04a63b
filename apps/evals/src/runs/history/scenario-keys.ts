import { toStorable } from '@assay/contracts';
import { createHash } from 'node:crypto';
import type { PlannedScenario } from '../../db/runs/run.ts';
import type { ScenarioKey } from '../../db/runs/store-scenarios.ts';
import { scriptOf } from '../compare/match-plans.ts';

/** What the scenarios of a plan are known by in other runs. */
export function scenarioKeys(scenarios: readonly PlannedScenario[]): readonly ScenarioKey[] {
  return scenarios.map((scenario) => ({
    id: toStorable(scenario.id).text,
    name: toStorable(scenario.name).text,
    script: createHash('sha256').update(scriptOf(scenario)).digest('base64url'),
  }));
}
