import { isFields, isSame } from './label-rows.ts';
import type { Fields } from './scenario-form.ts';

/** The position of a value: a field of the scenario, or a field of one of its turns. */
export interface FieldPlace {
  /** `undefined` for a field of the scenario. */
  readonly turn: number | undefined;
  readonly name: string;
}

/** A field that was changed on both sides. */
export interface FieldConflict extends FieldPlace {
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  /** What only one side changed, and my value where both did. */
  readonly scenario: Fields;
  readonly conflicts: readonly FieldConflict[];
}

interface Versions {
  readonly base: Fields;
  readonly mine: Fields;
  readonly theirs: Fields;
}

/**
 * Joins two changes of one scenario field by field. If one side added or removed turns, the list of turns is one field,
 * because it is not known which turns belong together.
 */
export function mergeScenarios({ base, mine, theirs }: Versions): Merge {
  const counts = [base, mine, theirs].map((scenario) => turnsOf(scenario).length);
  const byTurn = counts.every((count) => count === counts[0]);
  const places = [base, mine, theirs].flatMap((scenario) => listPlaces(scenario, byTurn));
  const unique = [...new Map(places.map((place) => [nameOf(place), place])).values()];
  return unique.reduce<Merge>(
    (merge, place) => {
      const [before, my, their] = [base, mine, theirs].map((one) => valueAt(one, place));
      if (isSame(their, before) || isSame(my, their)) return merge;
      if (isSame(my, before)) {
        return { ...merge, scenario: replaceAt(merge.scenario, place, their) };
      }
      return { ...merge, conflicts: [...merge.conflicts, { ...place, mine: my, theirs: their }] };
    },
    { scenario: mine, conflicts: [] },
  );
}

/** The merged scenario with their value in the chosen fields. */
export function takeTheirs(merge: Merge, chosen: ReadonlySet<string>): Fields {
  return merge.conflicts
    .filter((conflict) => chosen.has(nameOf(conflict)))
    .reduce((scenario, place) => replaceAt(scenario, place, place.theirs), merge.scenario);
}

/** Identifies a field: `name`, or `0/user_message`. */
export function nameOf({ turn, name }: FieldPlace): string {
  return turn === undefined ? name : `${turn}/${name}`;
}

function turnsOf({ interactions }: Fields): readonly Fields[] {
  return Array.isArray(interactions) ? interactions.filter(isFields) : [];
}

function listPlaces(scenario: Fields, byTurn: boolean): readonly FieldPlace[] {
  const own = Object.keys(scenario)
    .filter((name) => !byTurn || name !== 'interactions')
    .map((name) => ({ turn: undefined, name }));
  if (!byTurn) return own;
  const ofTurns = turnsOf(scenario).flatMap((fields, turn) =>
    Object.keys(fields).map((name) => ({ turn, name })),
  );
  return [...own, ...ofTurns];
}

function valueAt(scenario: Fields, { turn, name }: FieldPlace): unknown {
  return turn === undefined ? scenario[name] : turnsOf(scenario)[turn]?.[name];
}

function replaceAt(scenario: Fields, { turn, name }: FieldPlace, value: unknown): Fields {
  if (turn === undefined) return withField(scenario, name, value);
  const interactions = turnsOf(scenario).map((fields, at) =>
    at === turn ? withField(fields, name, value) : fields,
  );
  return { ...scenario, interactions };
}

/** `undefined` removes the field. */
function withField(fields: Fields, name: string, value: unknown): Fields {
  const { [name]: _before, ...rest } = fields;
  return value === undefined ? rest : { ...fields, [name]: value };
}
