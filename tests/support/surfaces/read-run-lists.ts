import type { Page } from 'playwright-core';

/** A run in a list: the word of its headline and its mean. */
export interface ListedRun {
  readonly word: string;
  readonly mean: string;
}

const ROW = /^(\S{18}) .* (\S+) +\S ([a-z ]+)$/;

/** Returns the rows of `fairtrial runs`, by the first 18 characters of the run's id. */
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

/** Returns the rows of the console's list of runs, by the run's id. */
export async function readRunList(
  page: Page,
  server: string,
): Promise<ReadonlyMap<string, ListedRun>> {
  // Reloads the page, because an open console shows its cached list until it has fetched a new one.
  await page.goto(`${server}/console/runs`);
  await page.getByRole('table', { name: 'Runs, newest first' }).waitFor();
  const rows = await page.evaluate<readonly ShownRow[]>(`(() => {
    const titles = [...document.querySelectorAll('thead th')].map((cell) => cell.textContent);
    const [verdict, score] = ['Verdict', 'Score'].map((title) => titles.indexOf(title));
    return [...document.querySelectorAll('tbody tr')].map(({ cells }) => ({
      id: cells[titles.indexOf('Test')].querySelector('a').pathname.split('/').at(-1),
      word: cells[verdict].querySelector('span').lastChild.textContent,
      mean: cells[score].textContent,
    }));
  })()`);
  return new Map(rows.map(({ id, word, mean }) => [id, { word, mean }]));
}
