import { isCardNumber, isIban, isSsn } from '../checksums.ts';
import { createRandom, type SeededRandom } from './create-random.ts';

/** A secret, and the words that come before it. */
export interface Planted {
  readonly kind: string;
  readonly label: string;
  readonly value: string;
}

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const WORD = `${LETTERS}0123456789`;
const HEX = '0123456789abcdef';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PER_KIND = 12;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Prefix, alphabet and length of the rest. */
const MODEL_KEYS = [
  ['sk-proj-', WORD, 48],
  ['sk-ant-api03-', `${WORD}-_`, 90],
  ['sk-or-v1-', HEX, 64],
  ['sk-lf-', HEX, 32],
  ['hf_', WORD, 34],
  ['gsk_', WORD, 52],
  ['xai-', WORD, 80],
  ['r8_', WORD, 37],
  ['AIza', `${WORD}-_`, 35],
  ['pplx-', WORD, 48],
  ['lsv2_pt_', HEX, 32],
  ['tvly-', WORD, 32],
] as const;
const CLOUD_KEYS = [
  ['AKIA', UPPER, 16],
  ['ASIA', UPPER, 16],
  ['ya29.', `${WORD}-_`, 60],
  ['GOCSPX-', WORD, 28],
  ['dop_v1_', HEX, 64],
  ['dapi', HEX, 32],
  ['hvs.', WORD, 90],
  ['sbp_', HEX, 40],
  ['dp.pt.', WORD, 43],
  ['pul-', HEX, 40],
  ['glsa_Vb3kQ9mZt7xLr2nWc8pYd5hJf6gKs4aE_', HEX, 8],
  ['NRAK-', UPPER, 27],
] as const;
const DEVELOPER_KEYS = [
  ['ghp_', WORD, 36],
  ['ghs_', WORD, 36],
  ['github_pat_', WORD, 82],
  ['glpat-', WORD, 20],
  ['npm_', WORD, 36],
  ['pypi-AgEIcHlwaS5vcmc', WORD, 100],
  ['lin_api_', WORD, 40],
  ['ntn_48172630591', WORD, 35],
  ['figd_', WORD, 40],
  ['PMAK-6a1f0c93be57d2480d9e7c15-', HEX, 34],
  ['ATATT3x', WORD, 185],
  [
    `sntrys_${base64('{"iat":1763000000.5,"url":"https://sentry.io","region_url":"https://de.sentry.io","org":"shop"}')}_`,
    WORD,
    43,
  ],
] as const;
const BUSINESS_KEYS = [
  ['sk_live_', WORD, 24],
  ['rk_live_', WORD, 24],
  ['whsec_', WORD, 32],
  ['shpat_', HEX, 32],
  ['xoxb-', '0123456789', 40],
  ['xapp-1-A04KQ7ZB2MX-4817263059112-', HEX, 64],
  ['SG.', WORD, 22],
  ['key-', HEX, 32],
  ['SK', HEX, 32],
  ['sq0atp-', WORD, 22],
  ['EAAA', WORD, 60],
  ['patXy123456789012.', HEX, 64],
] as const;

type MakeValue = (random: SeededRandom, at: number) => string | readonly [string, string];
type KeyList = readonly (readonly [string, string, number])[];

const fromList =
  (list: KeyList): MakeValue =>
  (random, at) => {
    const [prefix, alphabet, length] = list[at % list.length] as KeyList[number];
    const key = prefix + random.text(alphabet, length);
    return prefix.endsWith('G.') ? `${key}.${random.text(WORD, 43)}` : key;
  };
const labelled =
  (labels: readonly string[], make: (random: SeededRandom) => string): MakeValue =>
  (random, at) => [labels[at % labels.length] as string, make(random)];
const formatted =
  (formats: readonly string[], isValid: (compact: string) => boolean = () => true): MakeValue =>
  (random, at) => {
    const format = formats[at % formats.length] as string;
    for (;;) {
      const value = random.digits(format);
      if (isValid(value.replaceAll(/[ -]/g, ''))) return value;
    }
  };
const password = (random: SeededRandom): string =>
  `${random.text(LETTERS, 5)}${random.pick(['!', '$', '_', '-', '.'])}${random.digits('##')}${random.text(WORD, 4)}`;
const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const GIVEN = ['anna', 'jo.doe', 'm_schmidt', 'li-wei', 'o.brien', 'priya', 'x.y+shop', 'Sven.L'];
const ENGLISH_STREETS = (random: SeededRandom): string =>
  `${random.int(1, 2400)}${random.pick(['', '', 'B'])} ${random.pick(['Maple', 'North Lake', 'Baker', 'Old Mill', 'Sunset', 'St. John'])} ${random.pick(['Street', 'St', 'Avenue', 'Ave.', 'Road', 'Rd', 'Lane', 'Drive', 'Blvd', 'Court', 'Crescent', 'Terrace'])}${random.pick(['', ', Apt 4B', ', Springfield, IL 62704'])}`;
const GERMAN_STREETS = (random: SeededRandom): string =>
  `${random.pick(['Lindenstraße', 'Hauptstr.', 'Gartenweg', 'Berliner Allee', 'Schillerplatz', 'Rosengasse', 'Karl-Marx-Straße', 'Frankfurter Ring', 'Bahnhofstrasse', 'Elbchaussee', 'Mühlenweg', 'Kieler Str.'])} ${random.int(1, 180)}${random.pick(['', 'a', ' b'])}${random.pick(['', ', 10115 Berlin', ', 80331 München'])}`;
const BIRTHDAYS = [
  (random: SeededRandom) => random.digits('19N#-0N-1#'),
  (random: SeededRandom) => random.digits('1#.0N.19##'),
  (random: SeededRandom) => random.digits('0N/1#/19##'),
  (random: SeededRandom) => `${random.pick(['March', 'June', 'Oct'])} ${random.digits('1#, 19##')}`,
  (random: SeededRandom) =>
    `${random.digits('N.')} ${random.pick(['März', 'Juni'])} 19${random.digits('##')}`,
  (random: SeededRandom) => random.digits('N.N.8#'),
];

const KINDS: Readonly<Record<string, MakeValue>> = {
  'key of a model provider': fromList(MODEL_KEYS),
  'key of a cloud': fromList(CLOUD_KEYS),
  'key of a developer tool': fromList(DEVELOPER_KEYS),
  'key of a business tool': fromList(BUSINESS_KEYS),
  'AWS secret key': labelled(['aws_secret_access_key', 'secret access key'], (random) =>
    random.text(`${WORD}/+`, 40),
  ),
  'JSON web token': (random) =>
    [
      base64url({ alg: 'HS256' }),
      base64url({ sub: random.text(WORD, 8) }),
      random.text(`${WORD}-_`, 43),
    ].join('.'),
  'private key': (random) => {
    const kind = random.pick(['RSA ', 'EC ', 'OPENSSH ', '']);
    const body = [random.text(WORD, 64), random.text(WORD, 64)].join('\n');
    return `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----`;
  },
  'password in a URL': (random) =>
    `${random.pick(['postgres', 'https', 'redis', 'amqp', 'mongodb+srv'])}://shop:${password(random)}@db.example/x`,
  'password after its name': labelled(
    ['password', 'Passwort', 'pwd', 'passphrase', 'Kennwort', 'DB_PASSWORD'],
    password,
  ),
  'token after its name': labelled(
    ['api key', 'API_KEY', 'access token', 'client_secret', 'secret', 'auth_token'],
    (random) => random.text(WORD, 24),
  ),
  'bearer token': (random) => `Bearer ${random.text(`${WORD}-._`, 32)}`,
  'basic credentials': (random) => `Basic ${base64(`shop:${password(random)}`)}`,
  'e-mail address': (random) =>
    `${random.pick(GIVEN)}${random.digits('##')}@${random.pick(['mail.example.org', 'müller.example', 'post.example'])}`,
  'phone number with country code': formatted([
    '+49 170 N######', '+1 (N##) N##-####', '+44 20 7### ####', '+33 6 ## ## ## ##', '+91 9#### #####',
    '+81 3-N###-####', '+55 11 9####-####', '+61 4## ### ###', '0041 44 N## ## ##', '+34 6## ### ###',
    '+86 13# #### ####', '+4930N#######',
  ]), // prettier-ignore
  'phone number of a country': formatted([
    '(N##) N##-####', 'N##-N##-####', 'N##.N##.####', '030 N######', '0170/N######', '020 7### ####',
    '07700 9#####', '01 ## ## ## ##', '03-N###-####', '0412 ### ###', '08-N## ### ##', '(0)89 N#####',
  ]), // prettier-ignore
  'phone number after its name': (random, at) => {
    const labels = ['phone', 'call me at', 'mobile', 'Telefon', 'WhatsApp', 'Handynummer'];
    const formats = ['9#### #####', '6## ### ###', 'N######', '11 9####-####', '13#########', 'N## ## ##'];
    return [labels[at % 6] as string, random.digits(formats[at % 6] as string)];
  },
  IBAN: formatted(['DE## #### #### #### #### ##', 'AT##################', 'NL## INGB #### #### ##', 'GB##WEST##############', 'CH## #### #### #### #### #', 'FR## #### #### #### #### #### ###'], isIban),
  'card number': formatted(['4### #### #### ####', '5N## #### #### ####', '37## ###### #####', '4###############', '5###-####-####-####', '6011 #### #### ####'], isCardNumber),
  'US social security number': formatted(['N##-##-####'], isSsn),
  'US social security number after its name': (random) => ['SSN', (formatted(['N## ## ####', 'N########'], isSsn))(random, random.int(0, 1)) as string],
  'IPv4 address': (random) => `${random.pick([81, 93, 178, 203])}.${random.int(1, 254)}.${random.int(1, 254)}.${random.int(1, 254)}`,
  'IPv6 address': (random) => `2a02:8109:${random.text(HEX, 4)}:${random.text(HEX, 4)}${random.pick(['::1f', `:0:0:0:${random.text(HEX, 4)}`])}`,
  'English street address': ENGLISH_STREETS,
  'German street address': GERMAN_STREETS,
  'date of birth': (random, at) => [
    random.pick(['date of birth', 'DOB', 'born on', 'Geburtsdatum', 'geboren am', 'birthday']),
    (BIRTHDAYS[at % BIRTHDAYS.length] as (typeof BIRTHDAYS)[number])(random),
  ],
}; // prettier-ignore

/** 300 secrets and personal data: 12 of each kind. */
export function plantSecrets(seed: number): readonly Planted[] {
  const random = createRandom(seed);
  return Object.entries(KINDS).flatMap(([kind, make]) =>
    Array.from({ length: PER_KIND }, (_, at) => {
      const made = make(random, at);
      const [label, value] = typeof made === 'string' ? ['It', made] : made;
      return { kind, label, value };
    }),
  );
}
