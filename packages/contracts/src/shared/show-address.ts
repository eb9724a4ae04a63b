/** Stands in the place of a value that only the endpoint may see. */
const HIDDEN = '[secret]';

const SECRET_WORDS = new Set(
  (
    'key apikey token secret sig signature password passwd pwd pass auth authorization credential credentials ' +
    'code session sid jwt bearer hmac sas'
  ).split(' '),
);
const SECRET_ENDING = /(?:key|token|secret|password|signature)$/;

/**
 * An address as it may be shown: without the user, the password and the secrets of its query. The rest stays letter for
 * letter, also of a text that is no address. What calls the address has to keep the original.
 */
export function showAddress(address: string): string {
  const at = address.search(/[?#]/);
  const base = at === -1 ? address : address.slice(0, at);
  const query = at === -1 ? '' : address.slice(at);
  return base.replace(/([\\/]{2})[^\\/]*@/, `$1${HIDDEN}@`) + hideValues(query);
}

/** Whether an address was shown, and its secrets are missing. */
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
  // An address within an address.
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

/** Whether many letters and digits stand in one row, as in no name or version. */
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
