/** Digits that a double holds exactly. */
const EXACT = 15;

/**
 * The numbers in digits with dots and commas between them, in one notation: 1,200.50 and 1.200,50 are
 * both 1200.5. Three digits after the only separator are thousands ("1.200 EUR"), unless nothing but 0 is before it.
 * A list without spaces (1,2,3) is several numbers; undefined is a version or an address (1.2.3).
 */
export function parseNumber(text: string): readonly string[] | undefined {
  const parts = text.split(/[.,]/);
  const decimal = decimalMark(text, parts);
  const [head = '', ...groups] = decimal === '' ? parts : parts.slice(0, -1);
  if (groups.length === 0 || isGrouped(head, groups)) {
    const fraction = decimal === '' ? '' : `.${parts.at(-1) ?? ''}`;
    return [canonical(`${head}${groups.join('')}${fraction}`)];
  }
  return text.includes('.') ? undefined : parts.map(canonical);
}

/** The separator that is not one of thousands: the last, if it is the only one of its kind. */
function decimalMark(text: string, parts: readonly string[]): string {
  const last = text.charAt(text.length - (parts.at(-1) ?? '').length - 1);
  if (parts.length < 2 || text.indexOf(last) !== text.lastIndexOf(last)) return '';
  const [head = '', ...groups] = parts;
  return parts.length === 2 && isGrouped(head, groups) ? '' : last;
}

function isGrouped(head: string, groups: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(head) && groups.every((group) => group.length === 3);
}

function canonical(digits: string): string {
  return digits.length > EXACT ? digits : String(Number(digits));
}
