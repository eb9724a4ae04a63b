/** Number of digits that a double represents exactly. */
const EXACT = 15;

/**
 * Parses digits with dots and commas into canonical numbers: 1,200.50 and 1.200,50 are both 1200.5. Three digits after
 * the only separator are thousands ("1.200 EUR"), unless only 0 precedes it. A list without spaces (1,2,3) is several
 * numbers; `undefined` for a version or an IP address (1.2.3).
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

/** Returns the decimal separator: the last separator if it occurs only once. */
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
