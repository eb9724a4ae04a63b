import type { ParsedQuery, RunId } from '@fairtrial/contracts';
import type { StoredRunState } from '../../entities/run.ts';

/** The fields of the query of `GET /runs` under their names, and some that only the service uses. */
export interface RunFilter extends Pick<
  ParsedQuery<'GET /runs'>,
  'model_id' | 'tag' | 'test_name' | 'pinned' | 'q'
> {
  readonly project: string;
  readonly states?: readonly StoredRunState[] | undefined;
  /** True leaves out runs that were played as the second model of another run. */
  readonly withoutAgainst?: boolean | undefined;
  /** The oldest run, inclusive. */
  readonly from?: RunId | undefined;
  /** The last run of the previous page, exclusive. */
  readonly before?: RunId | undefined;
}

/** Adds a value to the parameters of a statement and returns its placeholder, such as `$3`. */
export type AddValue = (value: unknown) => string;

/** Collects the parameters of one statement. */
export function collectValues(): { readonly values: unknown[]; readonly add: AddValue } {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/**
 * Returns the conditions on a run `r`, except project and id range. Unused conditions are left out of the statement:
 * written as `$1 is null or …` they would keep PostgreSQL from using an index.
 */
export function writeConditions(filter: Partial<RunFilter>, add: AddValue): readonly string[] {
  const { states, model_id, tag, test_name, pinned, q } = filter;
  return [
    ...(states === undefined ? [] : [`r.state = any(${add(states)})`]),
    ...(model_id === undefined ? [] : [`r.model_id = ${add(model_id)}`]),
    ...(tag === undefined ? [] : [`r.tags @> array[${add(tag)}]`]),
    ...(test_name === undefined ? [] : [`r.name = ${add(test_name)}`]),
    ...(q === undefined ? [] : [`lower(r.name) like lower(${add(toPattern(q))})`]),
    ...(pinned === undefined ? [] : [`${pinned ? '' : 'not '}${IS_PINNED}`]),
    ...(filter.withoutAgainst === true ? ['not r.is_against'] : []),
  ];
}

const IS_PINNED = 'exists (select from pinned_baseline x where x.run_id = r.id)';

/** A `like` pattern for texts that contain `search` literally. */
export function toPattern(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
