import { GIVEN } from './parse-filter.ts';

/** Field names that the filter syntax can express. */
const FIELD = /^[\p{L}\p{N}_.-]+$/u;

interface LabelPair {
  readonly expected: string;
  /** `null` if no label was given. */
  readonly given: string | null;
}

/**
 * The filter that finds the replies of one confusion matrix cell; `undefined` if the filter syntax cannot express it.
 */
export function labelFilter(field: string, { expected, given }: LabelPair): string | undefined {
  const isWritable =
    FIELD.test(field) && ![expected, given ?? ''].some((text) => text.includes('"'));
  return isWritable ? `${field}:"${expected}" ${GIVEN}${field}:"${given ?? ''}"` : undefined;
}
