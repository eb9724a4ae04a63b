import type { Tone } from '@fairtrial/format';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { oneLine, type Said } from './said.ts';

const TONES: readonly Tone[] = ['ok', 'bad', 'warn'];
const BANNER = 'section[aria-label^="Result of the "]';

/** The starts of the sentences in which the console names a basis. */
const BASES: readonly (readonly [string, string])[] = [
  ['Basis: a judge model ', 'the judge'],
  ['Basis: checks ', 'checks'],
  ['Basis: similarity: ', 'similarity'],
];

interface Shown {
  readonly classes: string;
  readonly word: string;
  readonly paragraphs: readonly string[];
  /** The value of the tile `Score`; null if there is none. */
  readonly score: string | null;
}

/** The banner of a console page, and the mean below it. */
export interface Banner extends Said {
  readonly mean: string | null;
}

/**
 * Navigates an open console to a path and reads its banner. Leaves the current page first, because the banner of one
 * run could be read as that of the next. Reloading the console would take much longer.
 */
export async function readBanner(page: Page, path: string): Promise<Banner> {
  const banner = page.locator(BANNER);
  await page.evaluate(`history.pushState({}, '', '/console/left')`);
  await banner.waitFor({ state: 'detached' });
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  await banner.waitFor();
  const shown = await page.evaluate<Shown>(`(() => {
    const banner = document.querySelector('${BANNER}');
    const tile = [...document.querySelectorAll('h2')].find((one) => one.textContent === 'Score');
    return {
      classes: banner.className,
      word: banner.querySelector('strong').lastChild.textContent,
      paragraphs: [...banner.querySelectorAll('p')].map((one) => one.textContent),
      score: tile?.nextElementSibling.textContent ?? null,
    };
  })()`);
  const [title = '', ...others] = shown.paragraphs.map(oneLine);
  const at = title.indexOf(shown.word);
  assert.ok(at >= 0, `the banner has no word: ${title}`);
  const classes = shown.classes.split(' ');
  return {
    word: shown.word,
    tone: TONES.find((tone) => classes.includes(`border-${tone}`)) ?? 'plain',
    basis: BASES.find(([start]) => others.some((text) => text.startsWith(start)))?.[1],
    text: oneLine([title.slice(at + shown.word.length), ...others].join(' ')),
    mean: shown.score,
  };
}
