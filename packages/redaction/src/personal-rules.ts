import { RE2JS } from 're2js';
import { isSsn } from './checksums.ts';
import { LINK, SPACE, START } from './rule-parts.ts';
import type { RedactionRule } from './secret-rules.ts';

/** A letter, also encoded in a URL. */
const LETTER = String.raw`(?:\p{L}|%[CDcd][0-9A-Fa-f]%[89ABab][0-9A-Fa-f])`;
const WORD = `(?:${LETTER}|[.'’-])*`;
const COMMA = '(?:,|%2C)?';
const NAME_END = `(?:${LINK}|${SPACE}{1,3})`;

const MONTH = String.raw`${LETTER}{3,9}\.?`;
const DATE_MARK = String.raw`(?:[./-]|%2F|${SPACE}){1,2}`;
const DATE = [
  String.raw`\d{4}-\d{1,2}-\d{1,2}`,
  String.raw`\d{1,2}${DATE_MARK}\d{1,2}${DATE_MARK}\d{2,4}`,
  String.raw`\d{1,2}(?:\.|st|nd|rd|th)?${SPACE}{0,2}${MONTH}${COMMA}${SPACE}{0,2}\d{2,4}`,
  String.raw`${MONTH}${SPACE}{1,2}\d{1,2}(?:st|nd|rd|th)?${COMMA}${SPACE}{1,2}\d{4}`,
].join('|');

const GERMAN_TOWN = String.raw`${COMMA}${SPACE}{1,2}(?:D-)?\d{5}${SPACE}\p{Lu}${LETTER}+`;
const HOUSE_NUMBER = String.raw`${SPACE}{1,2}\d{1,4}(?:${SPACE}?[a-z]\b)?`;
const STRASSE = 'stra(?:ß|ss|%C3%9F)e';

const ENGLISH_ADDRESS = [
  String.raw`\d{1,5}[A-Za-z]?${SPACE}{1,2}(?:\p{Lu}${WORD}${SPACE}{1,2}){1,3}`,
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Crescent|Terrace|Square|Parkway|Highway)',
  String.raw`\b\.?(?:${COMMA}${SPACE}{0,2}(?:Apt|Apartment|Unit|Suite|Flat)\.?${SPACE}?\w{1,6})?`,
  String.raw`(?:${COMMA}${SPACE}{1,2}\p{Lu}${WORD}${COMMA}${SPACE}{1,2}[A-Z]{2}${SPACE}\d{5})?`,
].join('');
const GERMAN_ADDRESS = [
  String.raw`(?:\p{Lu}${WORD}(?i:${STRASSE}|str\.|weg|allee|platz|gasse|ufer|damm|chaussee)`,
  String.raw`|\p{Lu}${LETTER}+er${SPACE}(?:S${STRASSE.slice(1)}|Str\.|Allee|Weg|Platz|Ring|Ufer|Damm|Chaussee))`,
  `${HOUSE_NUMBER}(?:${GERMAN_TOWN})?`,
].join('');
/** Such as `Am Markt 3, 10115 Berlin`; without the town it could be `Am Montag 12 Uhr`. */
const GERMAN_PLACE = String.raw`(?:Am|An der|Auf der?m?|Im|In der|Zum|Zur|Unter den)${SPACE}\p{Lu}${LETTER}+${HOUSE_NUMBER}${GERMAN_TOWN}`;

const PHONE_MARK = String.raw`(?:[./()-]|%2F|${SPACE}){0,2}`;
const PHONE_NAMES = `(?:phone|mobile|mobil|cell|tel|telephone|telefon|handy|whatsapp|fax|call${SPACE}me${SPACE}(?:at|on))`;
const SSN_NAMES = `(?:ssn|social${SPACE}security(?:${SPACE}(?:number|no\\.?))?)`;
const BIRTH_NAMES = `(?:date${SPACE}of${SPACE}birth|birth${SPACE}?date|birthday|dob|born(?:${SPACE}on)?|geburtsdatum|geburtstag|geboren(?:${SPACE}am)?)`;

/** Personal data that its form or the word before it shows. All patterns match in linear time. */
export const PERSONAL_RULES: readonly RedactionRule[] = [
  {
    name: 'email',
    hint: /@/,
    pattern: RE2JS.compile(
      String.raw`(?:\\[bfnrt]|\\u[0-9a-fA-F]{4})?([\p{L}\p{N}_.+%-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)`,
    ),
    isGroup: true,
  },
  {
    name: 'email',
    hint: /%40/,
    pattern: RE2JS.compile(
      String.raw`(?:%[0-9a-fA-F]{2})?((?:[\w.-]|%2B)+%40(?:${LETTER}|[0-9-])+(?:\.[\w-]+)+)`,
    ),
    isGroup: true,
  },
  {
    name: 'birthdate',
    hint: /birth|born|dob|geb/i,
    pattern: RE2JS.compile(String.raw`${START}(?i:${BIRTH_NAMES})${NAME_END}(${DATE})`),
    isGroup: true,
  },
  {
    name: 'ssn',
    hint: /ssn|security/i,
    pattern: RE2JS.compile(
      String.raw`${START}(?i:${SSN_NAMES})${NAME_END}(\d{3}(?:-|${SPACE})?\d{2}(?:-|${SPACE})?\d{4})\b`,
    ),
    isGroup: true,
    accepts: (found) => isSsn(found.replaceAll(/%20|%C2%A0|\\u....|\D/g, '')),
  },
  {
    name: 'phone',
    hint: /phone|mobil|cell|tel(?!l)|handy|whatsapp|fax|call.{1,6}me/i,
    pattern: RE2JS.compile(
      String.raw`${START}(?i:${PHONE_NAMES}(?:${SPACE}?(?:number|no\.?|nummer))?)${NAME_END}(\(?\d(?:${PHONE_MARK}\d){6,14})\b`,
    ),
    isGroup: true,
    accepts: (found) => !/^(?:19|20)\d\d-\d\d-\d\d/.test(found),
  },
  {
    name: 'address',
    hint: /Street|St\b|Ave|Road|Rd|Lane|Ln|Dr|Boulevard|Blvd|C(?:our)?t\b|Crescent|Terrace|Square|Parkway|Highway/,
    pattern: RE2JS.compile(`${START}(${ENGLISH_ADDRESS})`),
    isGroup: true,
  },
  {
    name: 'address',
    hint: /[Ss]tr|[Ww]eg|[Aa]llee|[Pp]latz|[Gg]asse|Ring|[Uu]fer|[Dd]amm|[Cc]haussee|\b(?:A[mnu]|I[mn]|Zu|Unter)/,
    pattern: RE2JS.compile(`${START}(${GERMAN_ADDRESS}|${GERMAN_PLACE})`),
    isGroup: true,
    accepts: (found) =>
      !/^(?:umweg|\p{L}*(?:sitz|park|stell|steh|arbeits|fenster|tabellen)platz)/iu.test(found),
  },
];
