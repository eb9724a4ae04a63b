import { INPUT_LIMITS, normalizeText, parseTemplate, PLACEHOLDERS } from '@fairtrial/contracts';
import { visitUnknownFields, type KnownFields, type Path } from './unknown-fields.ts';

/**
 * Returns the paths of secrets in unknown fields and in the template of a target, which would be stored, shown and
 * exported. Other known fields are not searched, because texts of the conversation may mention passwords. Stops at the
 * number of errors that a response lists.
 */
export function findSecrets(request: unknown, fields: KnownFields): readonly Path[] {
  const found: Path[] = [];
  const isSecret = createSecretTest();

  /** Checks a value and its descendants. Few values are secrets, so paths are built only for those. */
  function look(name: string, value: unknown, place: Place): void {
    if (found.length === INPUT_LIMITS.errors_listed) return;
    const isSchema = place.isSchema || SCHEMAS.has(name);
    const tested = isSchema ? '' : name;
    if (typeof value !== 'object' || value === null) {
      if (isSecret(tested, value, place.isHeader)) found.push(place.toPath());
      return;
    }
    const path = place.toPath();
    if (isHeaders(path, tested) && hasText(value)) {
      found.push(path);
      return;
    }
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
      const toPath = (): Path => [...path, isList ? Number(key) : key];
      look(isList ? name : key, inner, { ...place, toPath, isSchema });
    }
  }

  visitUnknownFields(request, fields, (name, value, { path }) =>
    look(name, value, {
      toPath: () => [...path, name],
      isSchema: false,
      // Only the headers of a target are searched one by one.
      isHeader: path.at(-1) === 'headers',
    }),
  );
  return found;
}

interface Place {
  readonly toPath: () => Path;
  /** True inside a schema, where names say nothing about values. */
  readonly isSchema: boolean;
  /** True for a header of a target. */
  readonly isHeader: boolean;
}

/** Tests one field. Caches field names, because most of them occur in every interaction. */
function createSecretTest(): (name: string, value: unknown, isHeader?: boolean) => boolean {
  const known = new Map<string, boolean>();
  return (name, value, isHeader = false) => {
    if (!isText(value) || isPlaceholder(value)) return false;
    let isName = known.get(name);
    if (isName === undefined) known.set(name, (isName = isSecretName(name)));
    if (isName || typeof value !== 'string') return isName;
    if (isHeader) return hasSecretWord(value);
    return isSecretValue(value) || (name === 'path' && hasSecret(value));
  };
}

/**
 * These fields describe the arguments of a tool or the format of a reply; `password` is the name of an argument there, so
 * only values are tested.
 */
const SCHEMAS = new Set([
  'function',
  'functions',
  'input_schema',
  'json_schema',
  'properties',
  'schema',
]);

/**
 * Inside a test or the template of a target, headers may be those of a letter or a table. The headers that a target
 * sends are searched one by one.
 */
const OTHER_HEADERS: ReadonlySet<unknown> = new Set([
  'test_batch',
  'scenarios',
  'upsert',
  'target',
  'body',
  'session',
]);

function isHeaders([first]: Path, name: string): boolean {
  return (
    !OTHER_HEADERS.has(first) && /^(extra|default|custom|http)?headers?$/.test(normalise(name))
  );
}

function hasText(value: object): boolean {
  return Object.values(value).some((inner) => isText(inner));
}

/** A field such as `"token": "{{session}}"` sends a value that the request does not contain. */
function isPlaceholder(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [part, ...others] = parseTemplate(value.trim());
  const known: readonly string[] = PLACEHOLDERS;
  return others.length === 0 && part?.type === 'placeholder' && known.includes(part.name);
}

/** True if a part of a header is a secret, as in `ApiKey sk-…` or `key="sk-…"`. */
function hasSecretWord(value: string): boolean {
  return isSecretValue(value) || value.split(/[\s,;:="']+/).some(isSecretValue);
}

/** True if a segment of the path or a value of the query is a secret. */
function hasSecret(path: string): boolean {
  const url = URL.parse(path, 'http://localhost');
  if (url === null) return false;
  const isSecret = createSecretTest();
  return (
    url.pathname.split('/').some((segment) => isSecretValue(segment)) ||
    [...url.searchParams].some(([name, value]) => isSecret(name, value))
  );
}

/** Includes numbers, because a number can be a password. */
function isText(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

const SECRET_NAMES = new Set(
  (
    'token idtoken sessiontoken jwt secret password passwd pwd passphrase authorization proxyauthorization ' +
    'credential credentials bearer cookie'
  ).split(' '),
);
/**
 * Matches names such as OPENAI_API_KEY and x-api-key. Names such as token_count, eos_token and prompt_cache_key are
 * harmless.
 */
const SECRET_ENDING =
  /(api|access|secret|private|auth|subscription|functions?)key$|(api|access|auth|bearer|refresh)token$|(client|api|app|shared)secret$/;

const PLAIN = /^[a-z\d]*$/;

/** True if the name of a field or header says that its value is a secret. */
export function isSecretName(name: string): boolean {
  const plain = normalise(name);
  return (
    SECRET_NAMES.has(plain.replace(/^x(?=[a-z])/, '')) ||
    SECRET_NAMES.has(plain) ||
    SECRET_ENDING.test(plain)
  );
}

function normalise(name: string): string {
  if (PLAIN.test(name)) return name;
  return normalizeText(name, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
}

/** Formats of keys and tokens of large providers. The whole text has to match. */
const SECRET_VALUES = [
  /^(sk|pk|rk)-(?=.*\d)[\w-]{16,}$/, // OpenAI, Anthropic and many others
  /^Bearer +(?=.*[\d=])[\w.~+/=-]{8,}$/i,
  /^(ghp|gho|ghs|gsk|hf|r8|nvapi|xai|glpat|github_pat|xox[abps])[_-](?=.*\d)[\w-]{16,}$/,
  /^(sk|rk|whsec)_(?=.*\d)\w{16,}$/, // Stripe and others
  /^AIza[\w-]{30,}$/, // Google
  /^(AKIA|ASIA)[A-Z\d]{16}$/, // AWS
  /^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*$/, // a JSON Web Token
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];
/** Longer texts are not tested. A private key is recognised by its first line. */
const MAX_LENGTH = 10_000;
/** The shortest possible match: `Basic YTpi`. */
const MIN_LENGTH = 10;

function isSecretValue(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < MIN_LENGTH || trimmed.length > MAX_LENGTH) return false;
  return isBasicAuth(trimmed) || SECRET_VALUES.some((pattern) => pattern.test(trimmed));
}

/** Matches `Basic` with user:password in Base64, but not a text such as `Basic scenario-12`. */
function isBasicAuth(text: string): boolean {
  const encoded = /^Basic +([\w+/-]+={0,2})$/i.exec(text)?.[1];
  if (encoded === undefined) return false;
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(Buffer.from(encoded, 'base64').toString('latin1'));
}
