/** Puts a placeholder into double quotes, unless the JSON text before it ends inside a string. */
export function quotePlaceholder(placeholder: string, before: string): string {
  const quotes = before.replaceAll(/\\./g, '').split('"').length - 1;
  return quotes % 2 === 1 ? placeholder : `"${placeholder}"`;
}
