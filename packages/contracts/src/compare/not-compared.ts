import { z } from 'zod';

const Ordinal = z.int().min(0);
const RunRole = z.enum(['baseline', 'candidate']);

/** Scenarios that exist in only one of the runs. They are not compared. */
export const Unmatched = z
  .object({
    scenarios: z.array(
      z.object({ side: RunRole, scenario: Ordinal, scenario_id: z.string(), name: z.string() }),
    ),
  })
  .meta({ id: 'Unmatched' });
export type Unmatched = z.infer<typeof Unmatched>;

/**
 * `messages`: those of the user. `labels`: the expected ones. `checks`: of interactions and of the conversation. `user`:
 * the simulated one.
 */
export const ChangedPart = z.enum(['messages', 'references', 'labels', 'checks', 'user']);
export type ChangedPart = z.infer<typeof ChangedPart>;

export const ChangedScenario = z
  .object({
    scenario_id: z.string(),
    name: z.string(),
    baseline: Ordinal.describe('Zero-based position in the baseline.'),
    candidate: Ordinal.describe('Zero-based position in the candidate.'),
    parts: z.array(ChangedPart).describe('What differs.'),
  })
  .meta({ id: 'ChangedScenario' });
export type ChangedScenario = z.infer<typeof ChangedScenario>;
