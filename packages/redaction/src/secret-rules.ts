import { RE2JS } from 're2js';
import { isNotPlaceholder, LINK, SPACE, START } from './rule-parts.ts';

export interface RedactionRule {
  readonly name: string;
  readonly pattern: RE2JS;
  /** Every match contains a match of this. It is tested first, because it is faster. */
  readonly hint?: RegExp;
  /** Replaces only the first group of the pattern instead of the whole match. */
  readonly isGroup?: boolean;
  /** An additional condition on the matched text. */
  readonly accepts?: (found: string) => boolean;
}

const SECRET_PARAMETERS =
  'access_token|api[_-]?key|auth|client_secret|id_token|key|passwd|password|pwd|refresh_token|secret|sig|signature|token|x-amz-signature';

const PASSWORD_NAMES = '(?:password|passwort|passwd|passphrase|passcode|kennwort|pwd)';
const JOINT = `(?:[_-]|${SPACE})?`;
const TOKEN_NAMES = `(?:(?:api|access|account|secret|private|signing|encryption)${JOINT}(?:access${JOINT})?key|secret|token|credentials?)`;

/** The value after a name: up to a space, quote, comma or similar, also in a URL. */
const VALUE = String.raw`((?:[^\s\p{Z}"'<>|&,;\\%]|%(?:[^2\s"]|2[^02Cc])){4,})`;

/** Secrets of any issuer that may contain what looks like a key of one. All patterns match in linear time. */
export const TOKEN_RULES: readonly RedactionRule[] = [
  {
    name: 'key',
    hint: /PRIVATE/,
    // Up to the END line, or to the end of the text if it is truncated.
    pattern: RE2JS.compile(
      String.raw`-----BEGIN(?:[A-Z +]|%20)*PRIVATE(?: |%20|\+)KEY-----(?:[^-]|-[^-])*(?:-----END(?:[A-Z +]|%20)*PRIVATE(?: |%20|\+)KEY-----)?`,
    ),
  },
  {
    // JSON web tokens
    name: 'key',
    hint: /eyJ/,
    pattern: RE2JS.compile(String.raw`${START}(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})`),
    isGroup: true,
  },
  {
    name: 'key',
    hint: /bearer/i,
    pattern: RE2JS.compile(String.raw`${START}((?i:bearer)(?:[\s\p{Z}]|%20)+[\w.~+/-]{16,}=*)`),
    isGroup: true,
  },
];

/** Secrets that the text around them shows. All patterns match in linear time. */
export const SECRET_RULES: readonly RedactionRule[] = [
  {
    name: 'key',
    hint: /basic/i,
    pattern: RE2JS.compile(
      String.raw`${START}((?i:basic)(?:[\s\p{Z}]|%20)+(?:[A-Za-z0-9+/]|%2B|%2F){8,}(?:=|%3D){0,2})`,
    ),
    isGroup: true,
    accepts: isNameAndPassword,
  },
  {
    name: 'key',
    hint: /:\/\//,
    pattern: RE2JS.compile(
      String.raw`[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#:@"'<>\\]*:([^\s/?#"'<>\\]+)@`,
    ),
    isGroup: true,
  },
  {
    name: 'key',
    hint: /%3A%2F%2F/i,
    pattern: RE2JS.compile(
      String.raw`(?i:%3A%2F%2F[^\s&"'%\\]*%3A)((?:[^\s&"'%\\]|%[0-9A-Fa-f]{2})+?)%40`,
    ),
    isGroup: true,
  },
  {
    name: 'key',
    hint: /[?&][a-z_-]{2,20}=/i,
    pattern: RE2JS.compile(String.raw`(?i:[?&](?:${SECRET_PARAMETERS})=)([^&\s#"'<>\\]{8,})`),
    isGroup: true,
  },
  {
    name: 'key',
    hint: /pass|kennwort|pwd/i,
    pattern: RE2JS.compile(`(?i:${PASSWORD_NAMES})${LINK}${VALUE}`),
    isGroup: true,
    accepts: (found) => isNotPlaceholder(found) && isPassword(found),
  },
  {
    name: 'key',
    hint: /key|secret|token|credential/i,
    pattern: RE2JS.compile(`(?i:${TOKEN_NAMES})${LINK}${VALUE}`),
    isGroup: true,
    accepts: (found) => isNotPlaceholder(found) && found.length >= 8 && isPassword(found),
  },
];

/** True if the text ends with `name:password` in base64, the credentials of basic authentication. */
function isNameAndPassword(found: string): boolean {
  const plain = found.replaceAll(/%(?:20|2B|2F|3D)/g, decodeURIComponent);
  const decoded = Buffer.from(plain.split(/\s/).at(-1) ?? '', 'base64').toString('utf8');
  return /^[^:\p{C}\uFFFD]*:[^\p{C}\uFFFD]*$/u.test(decoded);
}

/** Has a digit and something else, as passwords have. Words such as `required` and numbers such as 4096 have not. */
function isPassword(text: string): boolean {
  const plain = text.replace(/[.!?)]+$/, '');
  return plain.length >= 5 && /\d/.test(plain) && /\D/.test(plain);
}
