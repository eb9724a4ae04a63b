/**
 * Computes the texts of a statement from the types of what its function is given. Each condition is met and not met,
 * and each value of a type is used, as long as the type says which there are: conditions on numbers, on strings and on
 * what functions return are not known.
 */
import { TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';

/** Returns the text. It asks for values by name. */
export type TextOf = (given: (name: string) => unknown) => unknown;

/** Values that a text cannot do without: names of tables and functions, and parts of statements. */
export const GIVEN: Readonly<Record<string, unknown>> = {
  name: 'turn',
  table: 'turn',
  copy: 'turn',
  definition: '(run_id)',
  day: '2026-01-01',
  by: 'find_runs_by_tag',
  index: { from: 'run r', key: 'r.project', id: 'r.id', values: [''] },
};

/**
 * A text is computed in as many ways as the square of this prime. The values of any two of its first eleven choices then
 * meet in every combination. No type has more values.
 */
const PRIME = 11;

export function computeTexts(
  textOf: TextOf | undefined,
  given: ReadonlyMap<string, Type>,
  checker: Checker,
): readonly string[] {
  const give = createGive(checker);
  const gives = new Map([...given].map(([name, type]) => [name, give(name, () => type)]));
  const texts = new Set<string>();
  for (let way = 0; way < PRIME ** 2; way += 1) {
    try {
      texts.add(String(textOf?.((name) => gives.get(name)?.(way))));
    } catch (error) {
      // It needs a value that is absent in this way.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return [...texts];
}

/** Returns a value: in each way another one, if there are several. */
type Give = (way: number) => unknown;

/** Gives one text its values. Choices are numbered in the order in which the text first needs them. */
function createGive(checker: Checker): (name: string, read: () => Type | undefined) => Give {
  let choices = 0;
  const give = (name: string, read: () => Type | undefined): Give => {
    let values: readonly Give[] | undefined;
    let choice = 0;
    return (way) => {
      if (values === undefined) {
        const type = read();
        const parts = type?.isUnionType() ? (type.getTypes() ?? []) : [type];
        values = parts.map((part) => giveOne(name, part));
        if (values.length > PRIME) throw new Error(`${name} has ${values.length} values`);
        if (values.length > 1) choice = choices++;
      }
      const at = (way + choice * Math.floor(way / PRIME)) % PRIME;
      return values[at % values.length]?.(way);
    };
  };
  const giveOne = (name: string, type: Type | undefined): Give => {
    if (type === undefined || type.flags & TypeFlags.Undefined) return () => undefined;
    if (type.flags & TypeFlags.Null) return () => null;
    if (type.isLiteralType()) return () => type.value;
    if (GIVEN[name] !== undefined) return () => GIVEN[name];
    const fields = new Map(
      checker
        .getPropertiesOfType(type)
        .map((one) => [one.name, give(one.name, () => checker.getTypeOfSymbol(one))]),
    );
    return (way) => createStandIn(fields, way);
  };
  return give;
}

/** Stands for a value of which only the fields are known. In a text it is `null`, which fits any type. */
function createStandIn(fields: ReadonlyMap<string, Give>, way: number): unknown {
  return new Proxy(() => undefined, {
    apply: () => giveUnknown(way),
    get(_, key) {
      if (key === Symbol.toPrimitive) return () => 'null';
      if (key === Symbol.iterator) return () => [].values();
      return (fields.get(String(key)) ?? giveUnknown)(way);
    },
    ownKeys: () => [...fields.keys()],
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
  });
}

const giveUnknown: Give = (way) => createStandIn(new Map(), way);
