/** Numbers as people write them: `K-20881`, `31 906`, `7.50`. */
const NUMBER = /\p{N}+(?:[.,'’ \-/:]\p{N}+)*/gu;
const RUN = /\p{N}+/gu;

/** Times and amounts that everybody mentions. */
const MEASURE =
  /^\s?(%|(?:am|pm|o['’]clock|uhr|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|mal|minutes|heures?|jours?|semaines?|mois|ans?|días?|horas?|semanas?|años?)\b)/i;

/** Smaller numbers count things of the conversation: `one of the 2 letters`. */
const MIN_TELLING = 10;

const plain = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/** The numbers of a text that another text does not have, in whatever grouping, without times and small amounts. */
export function unknownNumbers(text: string, known: string): readonly string[] {
  const runs = new Set([...known.matchAll(RUN)].map(([run]) => plain(run)));
  const whole = new Set([...known.matchAll(NUMBER)].map(([number]) => joined(number)));
  const values = new Set([...known.matchAll(NUMBER)].map(([number]) => valueOf(number)));
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const [number] = match;
    const parts = [...number.matchAll(RUN)].map(([run]) => plain(run));
    const isKnown =
      parts.every((part) => runs.has(part)) ||
      whole.has(joined(number)) ||
      values.has(valueOf(number));
    const isMeasure = MEASURE.test(text.slice(match.index + number.length));
    const isSmall = Number(joined(number)) < MIN_TELLING;
    return isKnown || isMeasure || isSmall ? [] : [number];
  });
}

/** `41.20` and `41,2` are the same number. */
function valueOf(number: string): number | string {
  const value = Number(number.replace(/,(?=\p{N}+$)/u, '.'));
  return Number.isNaN(value) ? number : value;
}

function joined(number: string): string {
  return plain(number.replaceAll(/\P{N}/gu, ''));
}
