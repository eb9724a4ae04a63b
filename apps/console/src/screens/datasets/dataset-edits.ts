import type { Body } from '@fairtrial/client';
import { INPUT_LIMITS } from '@fairtrial/contracts/plain';
import type { ScenarioRow, TestBatch } from '@fairtrial/contracts';

/** A change of a dataset, and what it does to the rows on the page. */
export interface DatasetEdit {
  /** Shown when it is done. */
  readonly done: string;
  readonly changes: Omit<Body<'POST /datasets/:name/changes'>, 'base_version'>;
  readonly apply: (rows: readonly ScenarioRow[]) => readonly ScenarioRow[];
  /** `undefined` if nothing is lost. */
  readonly undo?: DatasetEdit;
}

/** A row of the list, and its position. */
export interface RowPlace {
  readonly rows: readonly ScenarioRow[];
  readonly at: number;
  /** True if the rows are the matches of a search: the scenario before a row is not known. */
  readonly isFiltered?: boolean;
}

/** Deletes a scenario. Undoing it adds the scenario again, behind the row that was before it, if that is known. */
export function removeScenario(scenario: TestBatch, place: RowPlace): DatasetEdit {
  const { rows, at, isFiltered = false } = place;
  const row = rowAt(rows, at);
  const { id } = row;
  const restored: DatasetEdit = {
    done: `Restored “${row.name}”.`,
    changes: {
      upsert: [scenario],
      order: [{ id, after: rows[at - 1]?.id ?? null }],
      message: `Restore ${row.name}`,
    },
    apply: (others) => others.toSpliced(at, 0, row),
  };
  return {
    done: `Deleted “${row.name}”.`,
    changes: { remove: [id], message: `Delete ${row.name}` },
    apply: (all) => all.filter((one) => one.id !== id),
    ...(!isFiltered && { undo: restored }),
  };
}

/** Adds a copy behind the scenario. The version makes its id unique: a version is changed only once. */
export function duplicateScenario(
  scenario: TestBatch,
  { rows, at }: RowPlace,
  baseVersion: number,
): DatasetEdit {
  const row = rowAt(rows, at);
  const ending = `-copy-${baseVersion}`;
  const id = `${row.id.slice(0, INPUT_LIMITS.name_chars - ending.length)}${ending}`;
  const name = `${row.name} (copy)`.slice(0, INPUT_LIMITS.name_chars);
  return {
    done: `Added “${name}”.`,
    changes: {
      upsert: [{ ...scenario, id, name }],
      order: [{ id, after: row.id }],
      message: `Duplicate ${row.name}`,
    },
    apply: (all) => all.toSpliced(at + 1, 0, { ...row, id, name }),
    undo: {
      done: `Removed “${name}”.`,
      changes: { remove: [id], message: `Delete ${name}` },
      apply: (all) => all.filter((one) => one.id !== id),
    },
  };
}

/** Moves a row to another position; `undefined` if it is there already. */
export function moveScenario({ rows, at }: RowPlace, to: number): DatasetEdit | undefined {
  const row = rowAt(rows, at);
  if (to === at || to < 0 || to >= rows.length) return undefined;
  const place = (all: readonly ScenarioRow[], position: number): readonly ScenarioRow[] =>
    all.filter(({ id }) => id !== row.id).toSpliced(position, 0, row);
  const moved = place(rows, to);
  return {
    done: `Moved “${row.name}”.`,
    changes: {
      order: [{ id: row.id, after: moved[to - 1]?.id ?? null }],
      message: `Move ${row.name}`,
    },
    apply: (all) => place(all, to),
    undo: {
      done: `Moved “${row.name}” back.`,
      changes: {
        order: [{ id: row.id, after: rows[at - 1]?.id ?? null }],
        message: `Move ${row.name} back`,
      },
      apply: (all) => place(all, at),
    },
  };
}

function rowAt(rows: readonly ScenarioRow[], at: number): ScenarioRow {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`there is no row ${at}`);
  return row;
}
