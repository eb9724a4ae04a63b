/** True if the made call at one position is what the expected call at the other position asks for. */
export type Fits = (expected: number, made: number) => boolean;

/** Positions of the calls that may be paired, in their order. */
export interface Sides {
  readonly expected: readonly number[];
  readonly made: readonly number[];
}

/** Position of the made call by the position of the expected call. */
export type Pairs = ReadonlyMap<number, number>;

/** The largest set of pairs in any order (maximum bipartite matching by augmenting paths). */
export function matchAnyOrder({ expected, made }: Sides, fits: Fits): Pairs {
  // As many candidates as there are expected calls are enough: the others cannot take them all.
  const candidates = new Map(
    expected.map((one) => [one, firstOf(made, expected.length, (at) => fits(one, at))]),
  );
  const takenBy = new Map<number, number>();

  function findPartner(one: number, tried: Set<number>): boolean {
    for (const at of candidates.get(one) ?? []) {
      if (tried.has(at)) continue;
      tried.add(at);
      const holder = takenBy.get(at);
      if (holder !== undefined && !findPartner(holder, tried)) continue;
      takenBy.set(at, one);
      return true;
    }
    return false;
  }

  for (const one of expected) findPartner(one, new Set());
  return new Map([...takenBy].map(([at, one]) => [one, at]));
}

function firstOf(
  items: readonly number[],
  count: number,
  isWanted: (item: number) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (const item of items) {
    if (found.length === count) break;
    if (isWanted(item)) found.push(item);
  }
  return found;
}

/** The largest set of pairs in which both sides keep their order (longest common subsequence). */
export function matchInOrder({ expected, made }: Sides, fits: Fits): Pairs {
  const width = made.length + 1;
  // The number of pairs that are possible from a place of both sides on.
  const possible = new Uint16Array((expected.length + 1) * width);
  const possibleFrom = (row: number, column: number): number => possible[row * width + column] ?? 0;
  const fitsAt = (row: number, column: number): boolean =>
    fits(expected[row] ?? -1, made[column] ?? -1);
  for (let row = expected.length - 1; row >= 0; row -= 1) {
    for (let column = made.length - 1; column >= 0; column -= 1) {
      possible[row * width + column] = fitsAt(row, column)
        ? possibleFrom(row + 1, column + 1) + 1
        : Math.max(possibleFrom(row + 1, column), possibleFrom(row, column + 1));
    }
  }
  const pairs = new Map<number, number>();
  let [row, column] = [0, 0];
  while (possibleFrom(row, column) > 0) {
    if (fitsAt(row, column)) pairs.set(expected[row++] ?? -1, made[column++] ?? -1);
    else if (possibleFrom(row, column + 1) === possibleFrom(row, column)) column += 1;
    else row += 1;
  }
  return pairs;
}
