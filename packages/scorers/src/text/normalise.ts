/** Text as scorers compare it: case, punctuation, symbols and spacing say nothing about meaning. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
}
