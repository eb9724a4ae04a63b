import type { Headline } from '@fairtrial/contracts';
import { formatBasis, headlineLabel, type Tone } from '@fairtrial/format';
import assert from 'node:assert/strict';
import type { PrintedHeadline } from './read-headline.ts';

/** A headline as an interface shows it. */
export interface Said extends PrintedHeadline {
  /** `undefined` if the interface has no colours. */
  readonly tone?: Tone | undefined;
  /** The sentences after the word, the title first, on one line. */
  readonly text: string;
}

/**
 * Asserts that an interface shows this headline: its word, its colour, its basis, and its sentences with their numbers.
 */
export function assertSays(surface: string, said: Said, headline: Headline): void {
  const { title, why } = headline;
  assertNames(surface, said, headline);
  assert.equal(said.text.slice(0, title.length), oneLine(title), surface);
  assert.ok(said.text.includes(oneLine(why)), `${surface} does not say why: ${said.text}`);
  const { tone } = headlineLabel(headline);
  if (said.tone !== undefined) assert.equal(said.tone, tone, `the colour of ${surface}`);
}

/** Asserts that an interface names the word and the basis of this headline. */
export function assertNames(
  surface: string,
  { word, basis }: PrintedHeadline,
  headline: Headline,
): void {
  const by = headline.basis === null ? undefined : formatBasis(headline.basis);
  assert.deepEqual(
    { word, by: basis === undefined ? undefined : `by ${basis}` },
    { word: headlineLabel(headline).label, by },
    surface,
  );
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
