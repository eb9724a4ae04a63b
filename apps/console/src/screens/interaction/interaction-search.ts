import { compact, readOneOf, readOrdinal } from '../../format/read-fields.ts';
import { readRunSearch, type RunSearch } from '../run/run-search.ts';

export const TEXT_VIEWS = ['diff', 'side', 'reply'] as const;
export type TextView = (typeof TEXT_VIEWS)[number];

/** The search parameters of the interaction screen: the list that it was opened from, the attempt, and how texts are shown. */
export interface InteractionSearch extends RunSearch {
  readonly attempt?: number;
  readonly view?: TextView;
}

export function readInteractionSearch(
  search: Readonly<Record<string, unknown>>,
): InteractionSearch {
  return {
    ...readRunSearch(search),
    ...compact({
      attempt: readOrdinal(search['attempt']),
      view: readOneOf(search['view'], TEXT_VIEWS),
    }),
  };
}
