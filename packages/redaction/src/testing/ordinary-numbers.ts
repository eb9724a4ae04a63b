import { createRandom, type SeededRandom } from './create-random.ts';

type MakePhrase = (random: SeededRandom) => string;

const one =
  (...formats: readonly string[]): MakePhrase =>
  (random) =>
    random.digits(random.pick(formats));

const DAY = ['0N', '1#', '2#'];
const PER_KIND = 25;

/** Phrases of a conversation with numbers that are neither secret nor personal. */
const KINDS: Readonly<Record<string, MakePhrase>> = {
  price: one('It costs $#,###.##', 'N#.## EUR', '€ N.###,##', 'for £N##', 'CHF N’###.–', 'a total of N ### ### kr'),
  date: (random) => {
    const day = random.pick(DAY);
    return random.digits(random.pick([`on 202#-0N-${day}`, `am ${day}.0N.202#`, `by 0N/${day}/202#`, 'on March N#, 202#', 'am N. Mai 202#', `on ${day}-0N-202#`]));
  },
  time: one('at N:## pm', 'um 1#:##:## Uhr', 'at 202#-0N-1#T0#:##:##.###Z', 'took 0#:##:##.###'),
  'order number': one('order #N######', 'order N#########', 'order number 0#########', 'Bestellnummer N##-#######-#######', 'order A-N#####', 'my order 30#-#######-#######', 'order no. N### ### ####'),
  quantity: one('N## pieces', 'N,### units', 'N### Stück', 'about N# ### visitors', 'N# of ### items', 'x N####'),
  version: one('version N.#.##', 'v2.##.#-rc.#', 'Node 24.N.#', 'build 10.0.190##.####', 'firmware 1.N.3.#', 'iOS 1#.#.#'),
  percentage: one('N#.# %', 'N#,## %', '0.#### of all', '##.###%', 'p = 0.0########'),
  measure: one('N## kg', 'N#.# x N#.# x N#.# cm', 'N### ml', 'N#° C', 'N### kWh', '### × ### mm', 'N## km/h'),
  year: one('in 19##', 'since 20##', '19##-20##', 'the years 20##/20##', 'Q# 20##'),
  'invoice id': one('invoice INV-202#-00####', 'Rechnung RE-202#/00###', 'invoice 202#-00#####', 'invoice no. 0########', 'Rechnungsnummer 202##########'),
  'tracking number': one('tracking number 00340434#############', 'tracking 1Z999AA1##########', 'parcel JJD0#################', 'tracking number 9400 1### #### #### #### ##', 'Sendungsnummer 0034 0434 #### #### ####', 'tracking id N###########'),
  'flight number': one('flight LH N##', 'BA 0###', 'flight UA####', 'LX ##, gate B##, seat ##A', 'train ICE N##'),
  'opening hours': one('Mon-Fri 0#:00-18:30', '9:00–1#:00', 'open 24/7', 'Mo-Fr 8.00-1#.30 Uhr', '10am to N pm', '0#.00 - 1#.00'),
  'error code': one('error 0x8007####', 'HTTP 5##', 'code E-####-##', 'exit code 1##', 'at index.js:N###:##'),
  timestamp: one('ts=17630#####', 'ts=17630########', '"created": 1763######', 'took N#### ms', 'epoch 17########.###'),
  'product code': one('SKU N######-##', 'ISBN 978-3-16-N#####-#', 'EAN 40#############', 'model XR-N###', 'part no. N##-####-##', 'Artikelnummer 0## ### ##'),
  'postal code': one('ZIP 9####', '10### Berlin', 'PLZ 8####', 'SW1A 2AA, zone N', '#### Zürich'),
  'local address of a machine': one('192.168.#.1##', '10.0.N.##', '127.0.0.1:8###', 'localhost:###0', 'fe80::1', '::1'),
  reference: (random) => random.pick([`ticket ${random.digits('N########')}`, `ticket number ${random.digits('0N## ######')}`, `case ${random.text('0123456789abcdef', 8)}-1234-4123-8123-${random.text('0123456789abcdef', 12)}`, `commit ${random.text('0123456789abcdef', 40)}`, `request id ${random.digits('N###############')}`]),
  'ordinary words about secrets': (random) => random.pick(['I forgot my password and 2 other things', 'password: required', 'the token limit is 4096', 'max_tokens: 16000', 'the key is 12 characters long', 'my password is not accepted', 'Platz 3, Sitzplatz 12', 'a 5 Star Hotel', '3 Way Switch', 'Am Montag 12 Uhr', 'the secret is to wait 10 minutes', 'Is my birthday discount 10 %?', 'your password expires in 14 days', 'Umweg 3 km', 'I called 3 times in 2025']),
}; // prettier-ignore

/** 500 phrases: 25 of each kind. */
export function writeOrdinaryNumbers(
  seed: number,
): readonly { readonly kind: string; readonly text: string }[] {
  const random = createRandom(seed);
  return Object.entries(KINDS).flatMap(([kind, make]) =>
    Array.from({ length: PER_KIND }, () => ({ kind, text: make(random) })),
  );
}
