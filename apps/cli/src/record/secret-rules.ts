import { RE2JS } from 're2js';

export interface SecretRule {
  readonly name: string;
  readonly pattern: RE2JS;
  /** Replaces only the first group of the pattern instead of the whole match. */
  readonly isGroup?: boolean;
  /** An additional condition on the matched text. */
  readonly accepts?: (found: string) => boolean;
}

/**
 * The start of a value: also after a JSON or URL escape, whose last letter would otherwise count as part of the word.
 */
const START = String.raw`(?:\b|\\[bfnrt]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2})`;

const KEYS = [
  String.raw`(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}`, // OpenAI, Anthropic, Stripe
  String.raw`gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}`, // GitHub, GitLab
  String.raw`xox[abeprs]-[\w-]{10,}`, // Slack
  String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}\b`, // AWS
  String.raw`AIza[\w-]{30,}|ya29\.[\w-]{20,}`, // Google
  String.raw`(?:hf|gsk|r8|npm)_[A-Za-z0-9]{20,}`, // Hugging Face, Groq, Replicate, npm
  String.raw`xai-[A-Za-z0-9]{20,}`,
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`, // SendGrid
  String.raw`eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}`, // JSON web tokens
  String.raw`(?i:bearer)(?:\s|%20)+[\w.~+/-]{16,}=*`,
].join('|');

const SECRET_PARAMETERS =
  'access_token|api[_-]?key|auth|client_secret|id_token|key|passwd|password|pwd|refresh_token|secret|sig|signature|token|x-amz-signature';

/** The order matters: later patterns would match parts of a key. All patterns match in linear time. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    name: 'key',
    // Up to the END line, or to the end of the text if it is truncated.
    pattern: RE2JS.compile(
      String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-[^-])*(?:-----END [A-Z ]*PRIVATE KEY-----)?`,
    ),
  },
  { name: 'key', pattern: RE2JS.compile(`${START}(${KEYS})`), isGroup: true },
  {
    name: 'key',
    pattern: RE2JS.compile(String.raw`${START}((?i:basic)(?:\s|%20)+[A-Za-z0-9+/]{8,}={0,2})`),
    isGroup: true,
    accepts: (found) => isNameAndPassword(found.split(/\s|%20/).at(-1) ?? ''),
  },
  {
    name: 'key',
    pattern: RE2JS.compile(
      String.raw`[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#:@"'<>\\]*:([^\s/?#"'<>\\]+)@`,
    ),
    isGroup: true,
  },
  {
    name: 'key',
    pattern: RE2JS.compile(String.raw`(?i:[?&](?:${SECRET_PARAMETERS})=)([^&\s#"'<>\\]{8,})`),
    isGroup: true,
  },
  {
    name: 'email',
    pattern: RE2JS.compile(String.raw`[\w.+%-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+`),
  },
];

/** True if the text decodes to `name:password`, the credentials of basic authentication. */
function isNameAndPassword(base64: string): boolean {
  const decoded = Buffer.from(base64, 'base64').toString('utf8');
  return /^[^:\p{C}\uFFFD]*:[^\p{C}\uFFFD]*$/u.test(decoded);
}
