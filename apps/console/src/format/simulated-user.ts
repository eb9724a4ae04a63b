import type { InteractionResult, Settings } from '@fairtrial/contracts';

/** True if a simulated user wrote the message: the turn has no reference and no score of its own. */
export function isSimulatedTurn({
  interaction_type: type,
}: Pick<InteractionResult, 'interaction_type'>): boolean {
  return type === 'simulated';
}

type Models = Pick<Settings, 'user_model' | 'judges'>;

/** Why the service cannot play scenarios with a simulated user; `undefined` if it can. */
export function findMissingModel({ user_model: model, judges }: Models): string | undefined {
  if (model === null) {
    return 'No model plays simulated users: USER_MODEL is not set in the service.';
  }
  return judges.length === 0
    ? 'No judge decides whether simulated users reach their goal: JUDGE_MODEL is not set in the service.'
    : undefined;
}
