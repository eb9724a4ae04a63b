import { MIN_COVERAGE, type Headline } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';

/** Conversations with simulated users. */
export interface UserCounts {
  readonly conversations: number;
  /** Those that the user spoiled, also when they were played again. */
  readonly spoiled: number;
  /** Those in which the model of the user gave no message. */
  readonly failed: number;
}

interface SideWithUsers {
  /** The run as named in sentences: `the run`, `the baseline`. */
  readonly name: string;
  readonly users?: UserCounts | undefined;
}

export const ADVICE_ON_USER =
  'Make the goal and the facts of the simulated user clearer, or let another model play it (USER_MODEL), then run both again.';

const ENOUGH = `${MIN_COVERAGE * 100} %`;

/** Too many conversations do not count because of the simulated user. It is not the fault of the model. */
export function findFailedUser({
  name,
  users,
}: SideWithUsers): Omit<Headline, 'basis'> | undefined {
  if (users === undefined) return undefined;
  const { conversations, spoiled, failed } = users;
  if (spoiled + failed <= (1 - MIN_COVERAGE) * conversations) return undefined;
  const all = formatMany(conversations, 'conversation');
  const isDead = failed >= spoiled;
  return {
    result: 'user_failed',
    status: 'inconclusive',
    exit_code: 3,
    title: `the simulated user failed in ${spoiled + failed} of ${all} of ${name}`,
    why: `${describeCauses(spoiled, failed)} Below ${ENOUGH} usable conversations the scores would describe the simulated user, not the model.`,
    next: isDead
      ? 'Check the model of the user (USER_MODEL, USER_BASE_URL, USER_API_KEY), then `fairtrial retry <run>`.'
      : 'Make the goal and the facts of the simulated user clearer, or let another model play it (USER_MODEL), then run it again.',
  };
}

function describeCauses(spoiled: number, failed: number): string {
  const causes = [
    failed > 0 && `Its model gave no message in ${failed}.`,
    spoiled > 0 && `It made faults in ${spoiled}, also when they were played again.`,
  ];
  return causes.filter((cause) => cause !== false).join(' ');
}
