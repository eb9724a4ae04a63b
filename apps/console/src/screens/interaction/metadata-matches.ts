import type { InteractionView } from '@assay/contracts';

export interface MetadataMatch {
  readonly field: string;
  readonly expected: string;
  readonly given: string;
  readonly match: 'same' | 'differs' | 'missing' | 'extra';
}

type Scored = Pick<InteractionView, 'reference_metadata' | 'generated_metadata' | 'scores'>;

/** The annotations that were expected, then those that nobody asked for. */
export function metadataMatches(view: Scored): readonly MetadataMatch[] {
  const { reference_metadata: reference, generated_metadata: generated, scores } = view;
  const expected = Object.keys(reference).map((field): MetadataMatch => ({
    field,
    expected: textOf(reference[field]),
    given: textOf(generated[field]),
    match: matchOf(Object.hasOwn(generated, field), scores[`metadata.${field}`]),
  }));
  const extra = Object.keys(generated)
    .filter((field) => !Object.hasOwn(reference, field))
    .map((field): MetadataMatch => {
      return { field, expected: '', given: textOf(generated[field]), match: 'extra' };
    });
  return [...expected, ...extra];
}

function matchOf(isGiven: boolean, score: number | null | undefined): MetadataMatch['match'] {
  if (!isGiven) return 'missing';
  return score === 1 ? 'same' : 'differs';
}

function textOf(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
