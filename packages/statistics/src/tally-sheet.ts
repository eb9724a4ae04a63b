/** What one attempt says of one metric. */
export interface Tally {
  readonly sum: number;
  readonly scored: number;
  readonly unscored: number;
  /** The same without the turns whose endpoint failed. */
  readonly answeredSum: number;
  readonly answeredScored: number;
}

/** One turn: null where the metric applied and could not be scored. */
export interface Entry {
  readonly score: number | null;
  readonly answered: boolean;
}

/**
 * The tallies of the attempts of one scenario for one metric, one after the other. Plain numbers in
 * one array: a run has millions of tallies, and an object for each would take twice the room.
 */
export interface ScoreTable {
  values: Float64Array;
}

const FIELDS = 5;

/** With room for so many attempts; more of them take another array. */
export function createScoreTable(attempts: number): ScoreTable {
  return { values: new Float64Array(attempts * FIELDS) };
}

export function enterScore(sheet: ScoreTable, attempt: number, { score, answered }: Entry): void {
  const at = attempt * FIELDS;
  if (at >= sheet.values.length) {
    const larger = new Float64Array(2 * (at + FIELDS));
    larger.set(sheet.values);
    sheet.values = larger;
  }
  const { values } = sheet;
  if (score === null) {
    increase(values, at + 2, 1);
    return;
  }
  increase(values, at, score);
  increase(values, at + 1, 1);
  if (!answered) return;
  increase(values, at + 3, score);
  increase(values, at + 4, 1);
}

/** Only the attempts in which the metric applied, by number. */
export function talliesOf({ values }: Readonly<ScoreTable>): readonly Tally[] {
  const tallies: Tally[] = [];
  for (let at = 0; at < values.length; at += FIELDS) {
    const tally = tallyAt(values, at);
    if (tally.scored + tally.unscored > 0) tallies.push(tally);
  }
  return tallies;
}

function tallyAt(sheet: Float64Array, at: number): Tally {
  return {
    sum: sheet[at] ?? 0,
    scored: sheet[at + 1] ?? 0,
    unscored: sheet[at + 2] ?? 0,
    answeredSum: sheet[at + 3] ?? 0,
    answeredScored: sheet[at + 4] ?? 0,
  };
}

function increase(sheet: Float64Array, at: number, by: number): void {
  sheet[at] = (sheet[at] ?? 0) + by;
}
