import { formatMany, formatShare } from '@fairtrial/format';
import { exceedsFaultLimit } from '@fairtrial/statistics';
import type { PlannedScenario } from '../../entities/run.ts';
import type { ConversationFigures } from './collect-conversations.ts';

/**
 * Why the gates of a run are not decided: in a scenario, too many conversations do not count because of the simulated
 * user, beyond chance. `undefined` if there is no such scenario. The counted conversations may be the easy ones.
 */
export function findUserDoubt(
  scenarios: readonly PlannedScenario[],
  conversations: readonly ConversationFigures[],
): string | undefined {
  for (const [no, all] of Map.groupBy(conversations, ({ scenarioNo }) => scenarioNo)) {
    const excluded = all.filter((one) => one.excluded !== null).length;
    if (!exceedsFaultLimit(excluded, all.length)) continue;
    const name = scenarios[no]?.name ?? '';
    return `in '${name}' ${excluded} of ${formatMany(all.length, 'conversation')} (${formatShare(excluded / all.length)}) do not count because of the simulated user`;
  }
  return undefined;
}
