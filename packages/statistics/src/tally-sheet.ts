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
export type TallySheet = number[];

const FIELDS = 5;

export function enterScore(sheet: TallySheet, attempt: number, { score, answered }: Entry): void {
  const at = attempt * FIELDS;
  while (sheet.length < at + FIELDS) sheet.push(0);
  if (score === null) {
    increase(sheet, at + 2, 1);
    return;
  }
  increase(sheet, at, score);
  increase(sheet, at + 1, 1);
  if (!answered) return;
  increase(sheet, at + 3, score);
  increase(sheet, at + 4, 1);
}

/** Only the attempts in which the metric applied, by number. */
export function talliesOf(sheet: Readonly<TallySheet>): readonly Tally[] {
  return Array.from({ length: sheet.length / FIELDS }, (_, attempt) =>
    tallyAt(sheet, attempt * FIELDS),
  ).filter(({ scored, unscored }) => scored + unscored > 0);
}

function tallyAt(sheet: Readonly<TallySheet>, at: number): Tally {
  return {
    sum: sheet[at] ?? 0,
    scored: sheet[at + 1] ?? 0,
    unscored: sheet[at + 2] ?? 0,
    answeredSum: sheet[at + 3] ?? 0,
    answeredScored: sheet[at + 4] ?? 0,
  };
}

function increase(sheet: TallySheet, at: number, by: number): void {
  sheet[at] = (sheet[at] ?? 0) + by;
}
