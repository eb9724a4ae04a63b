/** Writes a parameter as a literal into the text of a statement, because `execute` does not accept bind parameters. */
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
