/** The beginning of a text, no longer than that many UTF-16 units; no pair is cut in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const code = text.charCodeAt(most - 1);
  const isHalf = code >= 0xd800 && code <= 0xdbff;
  return `${text.slice(0, isHalf ? most - 1 : most)}…`;
}
