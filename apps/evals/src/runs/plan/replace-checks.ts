import { AppError, toPointer, type FieldError, type RescoreRequest } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { isDeepStrictEqual } from 'node:util';
import type { PlannedInteraction, PlannedScenario } from '../../entities/run.ts';
import { planScenario } from './plan-run.ts';

type Posted = NonNullable<RescoreRequest['test_batch']>;

/**
 * Returns the scenarios of a run with the checks of the posted ones. Throws if anything else differs: the replies are
 * those to the messages of the run.
 */
export function replaceChecks(
  scenarios: readonly PlannedScenario[],
  posted: Posted,
): readonly PlannedScenario[] {
  const batches = [posted].flat();
  const root = ['test_batch'];
  if (batches.length !== scenarios.length) {
    throw refusal(
      root,
      `must have the ${scenarios.length} scenarios of the run, in the same order`,
    );
  }
  return scenarios.map((scenario, at) => {
    const path = Array.isArray(posted) ? [...root, at] : root;
    const batch = batches[at];
    // Ids are only compared if they are posted: the run may have generated its own.
    const other = batch && planScenario(batch, () => '');
    if (other === undefined || other.interactions.length !== scenario.interactions.length) {
      const detail = `must have the ${formatMany(scenario.interactions.length, 'interaction')} of the run`;
      throw refusal([...path, 'interactions'], detail);
    }
    if (other.id !== '' && other.id !== scenario.id) {
      throw refusal([...path, 'id'], `must be '${scenario.id}', as in the run`);
    }
    if (!isDeepStrictEqual(other.user, scenario.user)) {
      const detail = 'must be the same as in the run: only checks can change in a rescore';
      throw refusal([...path, 'user'], detail);
    }
    const interactions = scenario.interactions.map((interaction, turn) =>
      replaceInteraction(interaction, other.interactions[turn], [...path, 'interactions', turn]),
    );
    return { ...scenario, interactions, checks: other.checks };
  });
}

const FIXED = ['user_message', 'reference_reply', 'reference_metadata'] as const;

function replaceInteraction(
  interaction: PlannedInteraction,
  posted: PlannedInteraction | undefined,
  path: readonly (string | number)[],
): PlannedInteraction {
  const changed = FIXED.find((key) => !isDeepStrictEqual(interaction[key], posted?.[key]));
  if (changed !== undefined) {
    const detail = 'must be the same as in the run: only checks can change in a rescore';
    throw refusal([...path, changed], detail);
  }
  return { ...interaction, checks: posted?.checks ?? [] };
}

function refusal(path: readonly (string | number)[], detail: string): AppError {
  const pointer = toPointer(path);
  const errors: FieldError[] = [{ pointer, detail }];
  return new AppError('invalid_request', `${pointer} ${detail}`, { errors });
}
