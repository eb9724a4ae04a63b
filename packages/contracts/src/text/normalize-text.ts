/**
 * No language has more than 30 marks on one character (Unicode Standard Annex 15, stream-safe text). The halfwidth
 * sound marks of Japanese become marks when they are normalised.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * `text.normalize(form)` in a time that grows with the length of the text. Sorting a run of marks takes quadratic time,
 * so that 80,000 of them would block the service for many seconds; what exceeds 30 marks is left out.
 */
export function normalizeText(text: string, form: 'NFD' | 'NFKC'): string {
  return text.replace(LONG_RUN, '$1').normalize(form);
}
