import type { Basis, Headline } from '@assay/contracts';
import { headlineLabel, type Tone } from '@assay/format';
import assert from 'node:assert/strict';

/** A headline as a surface shows it. */
export interface Said {
  readonly word: string;
  /** Undefined where the surface has no colours. */
  readonly tone?: Tone | undefined;
  readonly basis: Basis | null;
  /** The sentences after the word, the title first, on one line. */
  readonly text: string;
}

/** Asserts that a surface shows this headline: its word, its colour, its basis, and its sentences with their numbers. */
export function assertSays(surface: string, said: Said, headline: Headline): void {
  const { title, why, basis } = headline;
  const { label, tone } = headlineLabel(headline);
  assert.deepEqual(
    { word: said.word, basis: said.basis, title: said.text.slice(0, title.length) },
    { word: label, basis, title: oneLine(title) },
    surface,
  );
  assert.ok(said.text.includes(oneLine(why)), `${surface} does not say why: ${said.text}`);
  if (said.tone !== undefined) assert.equal(said.tone, tone, `the colour of ${surface}`);
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const BASES: readonly (readonly [RegExp, Basis])[] = [
  [/\bby the judge\b|a judge model read/, 'judge'],
  [/\bby checks\b|checks of the replies/, 'checks'],
  [/\bby similarity\b|similarity: /, 'similarity'],
];

/** The basis that a text names; null if it names none. */
export function basisIn(text: string): Basis | null {
  return BASES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
