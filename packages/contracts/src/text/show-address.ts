/** Replaces a value that only the endpoint may see. */
const HIDDEN = '[secret]';

const SECRET_WORDS = new Set(
  (
    'key apikey token secret sig signature password passwd pwd pass auth authorization credential credentials ' +
    'code session sid jwt bearer hmac sas'
  ).split(' '),
);
const SECRET_ENDING = /(?:key|token|secret|password|signature)$/;

/**
 * Redacts an address for display: replaces user, password and secrets in the query. All other text is unchanged, even
 * if it is not a URL. Code that calls the address needs the original.
 */
export function showAddress(address: string): string {
  const at = address.search(/[?#]/);
  const base = at === -1 ? address : address.slice(0, at);
  const query = at === -1 ? '' : address.slice(at);
  return base.replace(/([\\/]{2})[^\\/]*@/, `$1${HIDDEN}@`) + hideValues(query);
}

/** True if the address was redacted by `showAddress`, so its secrets are missing. */
export function isShownOnly(address: string): boolean {
  return /\[secret\]|%5Bsecret%5D/i.test(address);
}

function hideValues(query: string): string {
  return query.replaceAll(/[^?&;#]+/g, (pair) => {
    const at = pair.indexOf('=');
    if (at === -1) return isRandom(decode(pair)) ? HIDDEN : pair;
    return `${pair.slice(0, at)}=${hideValue(decode(pair.slice(0, at)), pair.slice(at + 1))}`;
  });
}

function hideValue(name: string, value: string): string {
  if (value === '') return value;
  const text = decode(value);
  if (isSecretName(name)) return HIDDEN;
  // A URL as a query value can contain secrets of its own.
  if (text.includes('://')) {
    const shown = showAddress(text);
    return shown === text ? value : encodeURIComponent(shown);
  }
  return isRandom(text) ? HIDDEN : value;
}

function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words
    .split(/[^a-z\d]+/)
    .some((word) => SECRET_WORDS.has(word) || SECRET_ENDING.test(word));
}

/** True for 16 or more consecutive letters and digits with both kinds, which names and versions do not have. */
function isRandom(text: string): boolean {
  const rows = text.match(/[a-z\d]{16,}/gi) ?? [];
  return rows.some((row) => /\d/.test(row) && /[a-z]/i.test(row));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
