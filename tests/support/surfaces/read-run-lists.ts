import type { Page } from 'playwright-core';

/** A run as a list shows it: the word of its headline and its mean. */
export interface ListedRun {
  readonly word: string;
  readonly mean: string;
}

const ROW = /^(\S{36}) .* (\S+) +\S ([a-z ]+)$/;

/** The rows of `assay runs`, by the id of the run. */
export function readRunTable(stdout: string): ReadonlyMap<string, ListedRun> {
  const rows = stdout.split('\n').flatMap((line) => {
    const [, id, mean, word] = ROW.exec(line.trimEnd()) ?? [];
    return id === undefined || mean === undefined || word === undefined
      ? []
      : [[id, { word, mean }] as const];
  });
  return new Map(rows);
}

interface ShownRow extends ListedRun {
  readonly id: string;
}

/** The rows of the console's list of runs, by the id of the run. */
export async function readRunList(page: Page): Promise<ReadonlyMap<string, ListedRun>> {
  await page.evaluate(`history.pushState({}, '', '/console/runs')`);
  await page.getByRole('table', { name: 'Runs, newest first' }).waitFor();
  const rows = await page.evaluate<readonly ShownRow[]>(`
    [...document.querySelectorAll('tbody tr')].map((row) => ({
      id: row.querySelector('th a').pathname.split('/').at(-1),
      word: row.cells[1].querySelector('span').lastChild.textContent,
      mean: row.cells[4].textContent,
    }))`);
  return new Map(rows.map(({ id, word, mean }) => [id, { word, mean }]));
}
