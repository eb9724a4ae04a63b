/** A parameter of a statement as it is written into its text: `execute` takes no parameters of its own. */
export function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value)
    ? `{${value.map((item) => JSON.stringify(item)).join(',')}}`
    : toText(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return String.raw`\x${value.toString('hex')}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
