import type { FactKind, FactValue } from './fact.ts';
import { perOf, speedOf, unitOf, unitOfTwo, type Unit } from './units.ts';

/** A quantity with its position in the text. */
interface FoundQuantity {
  readonly facts: readonly FactValue[];
  readonly at: number;
  readonly end: number;
}

/** A minus sign follows whitespace or a bracket, a hyphen follows a word. */
const NUMBER = /(?<![a-z0-9]|\d[.,])((?:(?<![^\s(])[-−])?)(\d+(?:[.,]\d+)*)/g;
/** Thousands separated by spaces; only accepted if an adjacent currency shows that it is one number. */
const GROUPED = /\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)/y;
/** 55 x 40 x 20 cm: the unit applies to all factors. */
const TIMES = / ?[x×] ?(?=\d)/y;
const UNIT = /[ -]?([$€£¥₹%]|°? ?[a-zà-ÿµ]{1,14}[23]?(?:\/[a-z]{1,2}(?![a-z]))?)(?![a-zà-ÿ\d])/y;
const SECOND_WORD = /([ -][a-zà-ÿ]{1,14})(?![a-zà-ÿ])/y;
const PER =
  /(?: ?\/ ?| (?:per|a|an|each|every|pro|im|am|in der|par|al|a la|à la|por|ao|all'|alla|op) |(?= )) ?([a-zà-ÿ]{1,10})(?![a-zà-ÿ])/y;
const CURRENCY_BEFORE = /(?<![a-z])(us\$|[$€£¥₹]|[a-z]{3}) ?$/;

/** Upper bound for a text of the compared length. */
const MAX_QUANTITIES = 5000;

/** Reads numbers with their units, currencies and periods: "52 euros a month" is one fact. */
export function readQuantities(text: string): readonly FoundQuantity[] {
  const found: FoundQuantity[] = [];
  let done = 0;
  for (const match of text.matchAll(NUMBER)) {
    const [all, sign = '', digits = ''] = match;
    if (match.index < done) continue;
    const quantity = readQuantity(text, {
      at: match.index,
      end: match.index + all.length,
      sign: sign === '' ? '' : '-',
      digits,
    });
    done = quantity.end;
    found.push(quantity);
    if (found.length === MAX_QUANTITIES) break;
  }
  return found;
}

interface FoundNumber {
  readonly at: number;
  readonly end: number;
  readonly sign: string;
  readonly digits: string;
}

function readQuantity(text: string, number: FoundNumber): FoundQuantity {
  const grouped = readGrouped(text, number);
  const { all, end: numbersEnd } = readFactors(text, grouped ?? number);
  // "29 eur", otherwise "eur 29"
  const found = readUnit(text, numbersEnd) ?? currencyBefore(text, number.at, numbersEnd);
  if (grouped !== undefined && found?.unit.dimension !== 'money') return plainNumber(text, number);
  const { at = number.at, end = numbersEnd } = found ?? {};
  const rate = found === undefined ? undefined : readRate(text, found.unit, end);
  const facts = all.flatMap((digits) =>
    toFacts(`${number.sign}${digits}`, rate?.unit ?? found?.unit, rate?.per),
  );
  return { facts, at, end: rate?.end ?? end };
}

function plainNumber(text: string, number: FoundNumber): FoundQuantity {
  const { at, end, sign, digits } = number;
  const after = readUnit(text, end);
  return { facts: toFacts(sign + digits, after?.unit, undefined), at, end: after?.end ?? end };
}

function readGrouped(
  text: string,
  { at, end, sign, digits }: FoundNumber,
): FoundNumber | undefined {
  if (text[end] !== ' ' || digits.length > 3) return undefined;
  GROUPED.lastIndex = end - digits.length;
  const [all] = GROUPED.exec(text) ?? [];
  if (all === undefined) return undefined;
  return { at, end: end - digits.length + all.length, sign, digits: all.replaceAll(' ', '') };
}

const DIGITS = /\d{1,9}(?:[.,]\d{1,9})?/y;
const MAX_FACTORS = 4;

function readFactors(
  text: string,
  number: FoundNumber,
): { readonly all: readonly string[]; readonly end: number } {
  const all = [number.digits];
  let { end } = number;
  while (all.length < MAX_FACTORS) {
    TIMES.lastIndex = end;
    const times = TIMES.exec(text);
    if (times === null) break;
    DIGITS.lastIndex = end + times[0].length;
    const [digits = ''] = DIGITS.exec(text) ?? [];
    all.push(digits);
    end += times[0].length + digits.length;
  }
  return { all, end };
}

interface FoundUnit {
  readonly unit: Unit;
  /** Start of the quantity if the unit precedes its number. */
  readonly at?: number;
  readonly end: number;
}

function readUnit(text: string, at: number): FoundUnit | undefined {
  UNIT.lastIndex = at;
  const found = UNIT.exec(text);
  if (found === null) return undefined;
  const [all, word = ''] = found;
  const end = at + all.length;
  SECOND_WORD.lastIndex = end;
  const [second] = SECOND_WORD.exec(text) ?? [];
  const two = second && unitOfTwo(`${word}${second.replace('-', ' ')}`);
  if (two) return { unit: two, end: end + second.length };
  const unit = unitOf(word) ?? unitOfTwo(word);
  return unit && { unit, end };
}

interface FoundRate {
  readonly unit: Unit;
  readonly per?: string;
  readonly end: number;
}

/** Reads "a month" after an amount; kilometres per hour have their own unit. */
function readRate(text: string, unit: Unit, at: number): FoundRate | undefined {
  PER.lastIndex = at;
  const [all = '', word = ''] = PER.exec(text) ?? [];
  const per = perOf(word);
  if (per === undefined) return undefined;
  const speed = per === 'hour' ? speedOf(unit) : undefined;
  const end = at + all.length;
  return speed === undefined ? { unit, per, end } : { unit: speed, end };
}

function currencyBefore(text: string, at: number, end: number): FoundUnit | undefined {
  const [all, word = ''] = CURRENCY_BEFORE.exec(text.slice(Math.max(0, at - 5), at)) ?? [];
  const unit = unitOf(word);
  if (all === undefined || unit?.dimension !== 'money') return undefined;
  return { unit, at: at - all.length, end };
}

function toFacts(
  number: string,
  unit: Unit | undefined,
  per: string | undefined,
): readonly FactValue[] {
  const sign = number.startsWith('-') ? '-' : '';
  const values = parseNumber(number.slice(sign.length));
  // 1.2.3 is a version, 10.0.0.1 an IP address
  if (values === undefined) return [{ kind: 'id', value: number }];
  const kind = kindOf(unit);
  return values.map((value) => ({
    kind,
    value: `${sign}${value}`,
    ...(unit === undefined ? {} : { unit }),
    ...(unit === undefined || kind === 'percentage' ? {} : { detail: unit.name }),
    ...(per === undefined ? {} : { per }),
  }));
}

function kindOf(unit: Unit | undefined): FactKind {
  if (unit === undefined) return 'number';
  if (unit.dimension === 'percentage') return 'percentage';
  return unit.dimension === 'money' ? 'amount' : 'measure';
}

/** Number of digits that a double represents exactly. */
const EXACT = 15;

/**
 * Parses digits with dots and commas into canonical numbers: 1,200.50 and 1.200,50 are both 1200.5. Three digits after
 * the only separator are thousands ("1.200 EUR"), unless only 0 precedes it. A list without spaces (1,2,3) is several
 * numbers; `undefined` for a version or an IP address (1.2.3).
 */
function parseNumber(text: string): readonly string[] | undefined {
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
