import type { Comparison, TurnPosition } from '@fairtrial/contracts';
import { formatChangedParts } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../data/api-context.ts';
import { comparisonQuery } from '../../../data/run-queries.ts';
import type { InteractionSearch } from '../interaction-search.ts';
import { useReply, type Reply } from '../use-reply.ts';

export const NO_SUCH_TURN = 'The baseline does not have this turn.';

/** The reply of the baseline to the same message. */
export interface BaselineReply {
  readonly state: 'loaded';
  readonly reply: Reply;
  /** Maps turns of the candidate to the same turns of the baseline. */
  readonly turns: ReadonlyMap<number, number>;
}

type BaselineState =
  | BaselineReply
  | { readonly state: 'loading' }
  /** No baseline was requested, or the note says why it cannot be shown. */
  | { readonly state: 'none'; readonly note: string | undefined };

/** Loads the reply of the baseline in the URL. The service matches the turns. */
export function useBaselineReply(
  runId: string,
  position: TurnPosition,
  { baseline = 'none', baseline_attempt: attempt = 0 }: InteractionSearch,
): BaselineState {
  const isAsked = baseline !== 'none';
  const comparison = useQuery({
    ...comparisonQuery(useClient(), { baseline, candidate: runId, interactions: true }),
    enabled: isAsked,
  });
  const matched = comparison.data && matchTurns(comparison.data, position);
  const loaded = useReply(baseline, matched?.same && { ...matched.same, attempt });
  if (!isAsked) return { state: 'none', note: undefined };
  const error = comparison.error ?? loaded.error;
  if (error) return { state: 'none', note: `The baseline cannot be shown: ${error.message}` };
  return toState(matched, loaded.reply);
}

function toState(
  matched: MatchedTurns | undefined,
  reply: BaselineReply['reply'] | undefined,
): BaselineState {
  if (matched && !matched.same) {
    return { state: 'none', note: matched.note };
  }
  if (matched === undefined || reply === undefined) return { state: 'loading' };
  return { state: 'loaded', reply, turns: matched.turns };
}

interface MatchedTurns {
  /** The matching turn of the baseline; `undefined` if there is none. */
  readonly same: Comparison['interactions'][number]['baseline_position'] | undefined;
  /** Why there is none. */
  readonly note: string;
  /** Every turn of the scenario that both runs have. */
  readonly turns: ReadonlyMap<number, number>;
}

function matchTurns(
  { interactions, changed }: Comparison,
  { scenario, turn }: TurnPosition,
): MatchedTurns {
  const other = changed.find(({ candidate }) => candidate === scenario);
  const matched = interactions.filter(({ candidate_position: at }) => at.scenario === scenario);
  return {
    same: matched.find(({ candidate_position: at }) => at.turn === turn)?.baseline_position,
    note: other
      ? `The baseline has another version of this scenario, which is not compared: ${formatChangedParts(other.parts)} differ.`
      : NO_SUCH_TURN,
    turns: new Map(
      matched.map(({ candidate_position: now, baseline_position: old }) => [now.turn, old.turn]),
    ),
  };
}
