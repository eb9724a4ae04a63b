/** Regular expressions that take a backtracking engine years, or an automaton a lot of memory. */
export const PATTERNS: readonly string[] = [
  '(a+)+$',
  '(a*)*$',
  '(a|a)*$',
  '(a|aa)+$',
  '(a|a?)+$',
  '([a-zA-Z]+)*$',
  '(.*a){25}$',
  '(.*a){100}$',
  '(x+x+)+y',
  '(a+a+)+b',
  '(a*a*)*b',
  '(a*)*(a*)*(a*)*b',
  '^(a+)+b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(\\w+\\s?)*$',
  '(\\w+\\s?)*!!$',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}$',
  '^(?:[a-z0-9]+\\.?)*@',
  '(?:a?){100}a{100}',
  '(?:a?){250}a{250}b',
  '(?:a?){300}b',
  '(?:a?){500}a{500}',
  '(?:a{0,50}){10}b',
  '(a{1000}){1000}',
  '((a{10}){10}){10}',
  '((a{30}){30}){30}',
  'a{1000}{1000}',
  '(((a{10}){10}){10}b)'.repeat(40),
  'a{500}'.repeat(30),
  '(?:a|b|c|d|e){300}$',
  '\\pL{300}\\pN',
  '(?i)(\\pL|\\pM|\\pN){300}$',
  '[^\\pL\\pN]'.repeat(80),
  '(?i)' + '[^\\pL]'.repeat(130),
  '.{300}x',
  '(.{0,100}){3}x',
  '[\\s\\S]*?[\\s\\S]*?[\\s\\S]*?[\\s\\S]*?x',
  '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x',
  '(?:.*?,){30}P',
  '\\b(a|b|c)*\\b(a|b| )*\\b(a?){200}!$',
  '(a*)*'.repeat(50) + 'b',
  '('.repeat(490) + 'a' + ')'.repeat(490),
  '(?:'.repeat(240) + 'a' + ')*'.repeat(240),
  'a|'.repeat(499) + 'b',
  '[a-z]'.repeat(199) + '$',
  '(?=(a+))a*b\\1',
  '(a+)\\1+$',
  '(?!a*b)a+$',
  '(?<=a+)b',
  '(?P<n>a+)+(?P<m>a+)+$',
  '(?s).*(?s).*(?s).*!{5}',
  '(a|b|ab)*(bc|c)*d$',
];

/** Texts that the most obvious patterns match almost to the last character. */
export const TEXTS: readonly string[] = [
  `${'a'.repeat(200_000)}!`,
  `${'ab c'.repeat(50_000)}!`,
  `${'é日 a1,'.repeat(30_000)}\n`,
];

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `d${at}`);

/** Each definition refers twice to the next, so the total is 2 to the power of their number. */
function doubling(count: number, key: 'allOf' | 'anyOf' | 'oneOf'): object {
  const $defs = Object.fromEntries(
    names(count).map((name, at) => [
      name,
      at === count - 1
        ? { type: 'string' }
        : { [key]: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  );
  return { $defs, $ref: '#/$defs/d0' };
}

function nested(depth: number, key: string): object {
  return depth === 0 ? { type: 'string' } : { [key]: nested(depth - 1, key) };
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Schemas that loop, grow, refer to external documents, or compare everything with everything. */
export const SCHEMAS: readonly object[] = [
  { $ref: '#' },
  { allOf: [{ $ref: '#' }] },
  { items: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } },
  { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
  { $defs: { 'a/b': { $ref: '#/%24defs/a~1b' } }, $ref: '#/$defs/a~1b' },
  { $dynamicAnchor: 'n', items: { $dynamicRef: '#n' } },
  { $recursiveAnchor: true, items: { $recursiveRef: '#' } },
  ...(['allOf', 'anyOf', 'oneOf'] as const).map((key) => doubling(30, key)),
  doubling(9, 'anyOf'),
  { $ref: 'http://169.254.169.254/latest' },
  { $ref: 'file:///etc/passwd' },
  { $ref: '//127.0.0.1/x' },
  { $id: 'http://127.0.0.1/', items: { $ref: 'x' } },
  { items: { $id: 'http://127.0.0.1/', $ref: '#/x' } },
  { $async: true, type: 'array' },
  { items: { maximum: { $data: '/0' } } },
  { items: { pattern: { $data: '/0' } } },
  nested(30, 'items'),
  nested(60, 'items'),
  nested(2000, 'items'),
  nested(30, 'not'),
  { uniqueItems: true },
  { items: { uniqueItems: true }, uniqueItems: true },
  { items: { enum: many(500, (at) => [at]) } },
  { items: { allOf: many(190, (at) => ({ not: { const: at + 2 } })) } },
  { items: { anyOf: many(150, (at) => ({ required: [`k${at}`] })) } },
  { items: { oneOf: many(150, () => ({ type: 'array' })) } },
  {
    allOf: many(140, (at) => ({ properties: { [`a${at}`]: true } })),
    unevaluatedProperties: false,
  },
  { allOf: many(140, () => ({ items: { type: ['array', 'number', 'string'] } })) },
  { contains: { not: {} }, minContains: 5000 },
  JSON.parse('{"items": {"if": {"type": "array"}, "then": {"maxItems": 1}, "else": {}}}') as object,
  { propertyNames: { pattern: '^(a+)+$' } },
  { patternProperties: Object.fromEntries(many(20, (at) => [`(a|a)*${at}$`, { type: 'number' }])) },
  { items: { pattern: '(a+)+$' } },
  { items: { pattern: '(?:a?){120}a{120}b' } },
  { items: { pattern: '(?:a?){900}' } },
  { items: { pattern: '(a+)\\1' } },
  ...['date', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'].map(
    (format) => ({ items: { format } }),
  ),
  { format: 'regex' },
  { format: 'json-pointer' },
  { properties: Object.fromEntries(many(120, (at) => [`p${at}`, { type: 'string' }])) },
  { required: many(550, (at) => `p${at}`) },
  { description: 'x'.repeat(100_000) },
  { dependentSchemas: Object.fromEntries(many(100, (at) => [`d${at}`, { minProperties: 3 }])) },
  JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {}}}') as object,
  { type: 'array', items: false, prefixItems: many(150, () => ({ type: 'array' })) },
  { multipleOf: 1e-300, items: { multipleOf: 0.01 } },
];

/** JSON documents that are expensive to validate. */
export const DOCUMENTS: readonly string[] = [
  `[${many(6000, () => '[]').join()}]`,
  `[${many(1500, (at) => `{"k${at}":[1,2,3]}`).join()}]`,
  JSON.stringify(many(5, () => `${'a'.repeat(3000)}!`)),
  JSON.stringify(Object.fromEntries(many(1000, (at) => [`${'a'.repeat(10)}${at}`, at]))),
];
