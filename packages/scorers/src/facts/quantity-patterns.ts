import type { Fact, FactPattern } from './fact.ts';
import { parseNumber } from './parse-number.ts';

const CURRENCIES: ReadonlyMap<string, string> = new Map(
  [
    'usd $ us$ dollar dollars dólares dollari',
    'eur € euro euros',
    'gbp £ pound pounds pfund',
    'jpy ¥ yen',
    'inr ₹ rupee rupees',
    'chf franken francs fr',
    'cad',
    'aud',
    'sek',
    'nok',
    'dkk',
    'pln',
  ].flatMap((line) => {
    const [code = '', ...names] = line.split(' ');
    return [code, ...names].map((name): [string, string] => [name, code]);
  }),
);

/** With spaces between thousands where a currency beside it says that it is one number. */
const AMOUNT = String.raw`\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*`;
const PERCENT = '%|percent|per cent|pct|prozent|pour cent|por ciento|per cento|procent|por cento';

export const QUANTITY_PATTERNS: readonly FactPattern[] = [
  {
    pattern: new RegExp(String.raw`(?<![\w.,])(-?\d+(?:[.,]\d+)*) ?(?:${PERCENT})(?![a-z])`, 'g'),
    read: ([, digits]) => readQuantity('percentage', digits),
  },
  {
    // $1,200.50, EUR 29
    pattern: new RegExp(
      String.raw`(?<![a-z])(us\$|[$€£¥₹]|[a-z]{3}(?= ?\d)) ?(${AMOUNT})(?!\w)`,
      'g',
    ),
    read: ([, currency, digits]) => readQuantity('amount', digits, currency),
  },
  {
    // 1.200,50 EUR, 29 euros
    pattern: new RegExp(String.raw`(?<![\w.,])(${AMOUNT}) ?([$€£¥₹]|[a-zó]{2,7}(?![a-zà-ÿ]))`, 'g'),
    read: ([, digits, currency]) => readQuantity('amount', digits, currency),
  },
];

function readQuantity(
  kind: 'percentage' | 'amount',
  digits = '',
  currency?: string,
): readonly Fact[] | undefined {
  const detail = currency === undefined ? undefined : CURRENCIES.get(currency);
  if (kind === 'amount' && detail === undefined) return undefined;
  const minus = digits.startsWith('-') ? '-' : '';
  return parseNumber(digits.slice(minus.length).replaceAll(' ', ''))?.map((value) => ({
    kind,
    value: `${minus}${value}`,
    ...(detail === undefined ? {} : { detail }),
  }));
}
