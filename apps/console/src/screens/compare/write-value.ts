/** A setting as text: words as they are, the rest as JSON. */
export function writeValue(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
