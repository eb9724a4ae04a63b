import { GIVEN } from './parse-filter.ts';

/** Fields and labels that the language of the filter can write. */
const FIELD = /^[\p{L}\p{N}_.-]+$/u;

interface LabelPair {
  readonly expected: string;
  /** Null if none was given. */
  readonly given: string | null;
}

/** The filter that finds the replies of one cell of a confusion matrix; undefined if it cannot be written. */
export function labelFilter(field: string, { expected, given }: LabelPair): string | undefined {
  const isWritable =
    FIELD.test(field) && ![expected, given ?? ''].some((text) => text.includes('"'));
  return isWritable ? `${field}:"${expected}" ${GIVEN}${field}:"${given ?? ''}"` : undefined;
}
