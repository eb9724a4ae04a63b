/** Shorter values are placeholders: cutting them out would garble the text and hide nothing. */
const MIN_SECRET_LENGTH = 8;

/** Cuts secrets out of a text by value, both plain and JSON-escaped. */
export function createSecretCutter(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  const needles = new Set([...long.map(inJson), ...long]);
  return (text) => [...needles].reduce((rest, needle) => rest.replaceAll(needle, '[secret]'), text);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
