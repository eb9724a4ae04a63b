/**
 * Returns the decoded path segments of a URL; `undefined` if servers could interpret the path differently. The URL
 * parser has already resolved literal `..` and backslashes. The rest are spellings that some servers decode before they
 * resolve them (`%2f`, `..%2f`, `%252e`) or truncate first (`..;x`).
 */
export function pathSegments(url: URL): readonly string[] | undefined {
  const segments: string[] = [];
  for (const spelled of url.pathname.split('/').slice(1)) {
    const segment = decode(spelled);
    if (segment === undefined || AMBIGUOUS.test(segment)) return undefined;
    segments.push(segment);
  }
  while (segments.at(-1) === '') segments.pop();
  return segments;
}

/** A separator, a nested escape, or leading dots that no word character follows. */
const AMBIGUOUS = /[\\/%]|^\.+(?:\W|$)/;

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
