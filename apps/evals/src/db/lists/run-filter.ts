import type { RunId } from '@assay/contracts';
import type { StoredRunState } from '../runs/run.ts';

/** Which runs a list has. */
export interface RunFilter {
  readonly project: string;
  readonly states?: readonly StoredRunState[] | undefined;
  readonly modelId?: string | undefined;
  readonly tag?: string | undefined;
  readonly name?: string | undefined;
  readonly isPinned?: boolean | undefined;
  /** Whether runs that were played as the second model of another run are left out. */
  readonly withoutAgainst?: boolean | undefined;
  /** Part of its name. */
  readonly search?: string | undefined;
  /** The oldest one. */
  readonly from?: RunId | undefined;
  /** The last one of the page before. */
  readonly before?: RunId | undefined;
}

/** Adds a value to the parameters of a statement and returns its place, such as `$3`. */
export type AddValue = (value: unknown) => string;

/** For the parameters of one statement. */
export function collectValues(): { readonly values: unknown[]; readonly add: AddValue } {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/**
 * The conditions on a run `r` that a filter asks for, but for its project and the range of ids. A condition that is not
 * asked for is not part of the statement: as `$1 is null or …` it would keep PostgreSQL from using an index.
 */
export function writeConditions(filter: Partial<RunFilter>, add: AddValue): readonly string[] {
  const { states, modelId, tag, name, isPinned, search } = filter;
  return [
    ...(states === undefined ? [] : [`r.state = any(${add(states)})`]),
    ...(modelId === undefined ? [] : [`r.model_id = ${add(modelId)}`]),
    ...(tag === undefined ? [] : [`r.tags @> array[${add(tag)}]`]),
    ...(name === undefined ? [] : [`r.name = ${add(name)}`]),
    ...(search === undefined ? [] : [`lower(r.name) like lower(${add(toPattern(search))})`]),
    ...(isPinned === undefined ? [] : [`${isPinned ? '' : 'not '}${IS_PINNED}`]),
    ...(filter.withoutAgainst === true ? ['not r.is_against'] : []),
  ];
}

const IS_PINNED = 'exists (select from pinned_baseline x where x.run_id = r.id)';

/** For `like`: what contains a text, whatever characters that has. */
export function toPattern(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
