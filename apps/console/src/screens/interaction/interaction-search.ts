import { compact, readOneOf, readOrdinal } from '../../format/read-fields.ts';
import { readRunSearch, type RunSearch } from '../run/run-search.ts';

export const TEXT_VIEWS = ['diff', 'side', 'markdown'] as const;
/** `side`: plain texts next to each other. `markdown`: the same, formatted. */
export type TextView = (typeof TEXT_VIEWS)[number];

/**
 * The search parameters of the interaction screen: the list from which it was opened, the attempts, and the view of the
 * texts.
 */
export interface InteractionSearch extends RunSearch {
  readonly attempt?: number;
  /** The attempt of the baseline, if there is one. */
  readonly baseline_attempt?: number;
  readonly view?: TextView;
  /** With a baseline: compares both replies with the reference instead of with each other. */
  readonly against?: 'reference';
}

/** Undefined fields are removed from the URL. */
export type InteractionSearchChange = {
  readonly [Key in keyof InteractionSearch]?: InteractionSearch[Key] | undefined;
};

export function readInteractionSearch(
  search: Readonly<Record<string, unknown>>,
): InteractionSearch {
  return {
    ...readRunSearch(search),
    ...compact({
      attempt: readOrdinal(search['attempt']),
      baseline_attempt: readOrdinal(search['baseline_attempt']),
      view: readOneOf(search['view'], TEXT_VIEWS),
      against: readOneOf(search['against'], ['reference'] as const),
    }),
  };
}
