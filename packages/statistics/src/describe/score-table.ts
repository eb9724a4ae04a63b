/** The scores of one metric in one attempt. */
export interface AttemptScores {
  readonly sum: number;
  readonly scored: number;
  readonly unscored: number;
}

/**
 * Scores of one metric in the attempts at one scenario, stored consecutively. A typed array, because a run has millions
 * of them and one object per attempt would take twice the memory.
 */
export interface ScoreTable {
  values: Float64Array;
}

const FIELDS = 3;

/** `attempts` is the expected number; the table grows if there are more. */
export function createScoreTable(attempts: number): ScoreTable {
  return { values: new Float64Array(attempts * FIELDS) };
}

/** `score` is null if the metric applied but could not be scored. */
export function addScore(table: ScoreTable, attempt: number, score: number | null): void {
  const start = attempt * FIELDS;
  if (start >= table.values.length) {
    const larger = new Float64Array(2 * (start + FIELDS));
    larger.set(table.values);
    table.values = larger;
  }
  const { values } = table;
  if (score === null) {
    increase(values, start + 2, 1);
    return;
  }
  increase(values, start, score);
  increase(values, start + 1, 1);
}

/** Returns the attempts to which the metric applied, in order. */
export function listAttemptScores({ values }: Readonly<ScoreTable>): readonly AttemptScores[] {
  const attempts: AttemptScores[] = [];
  for (let start = 0; start < values.length; start += FIELDS) {
    const scores = readAttempt(values, start);
    if (scores.scored + scores.unscored > 0) attempts.push(scores);
  }
  return attempts;
}

function readAttempt(values: Float64Array, start: number): AttemptScores {
  return {
    sum: values[start] ?? 0,
    scored: values[start + 1] ?? 0,
    unscored: values[start + 2] ?? 0,
  };
}

function increase(values: Float64Array, index: number, by: number): void {
  values[index] = (values[index] ?? 0) + by;
}
