/**
 * The segments of the path of a URL, decoded; undefined if servers could read them in different ways. The URL parser has
 * resolved `..` and backslashes that stand in the path as they are. What is left are spellings that some servers decode
 * before they resolve them (`%2f`, `..%2f`, `%252e`) or that they cut first (`..;x`).
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

/** A separator, an escape within an escape, or dots that are followed by nothing of a name. */
const AMBIGUOUS = /[\\/%]|^\.+(?:\W|$)/;

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
