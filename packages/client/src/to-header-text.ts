/** A header holds bytes: beyond ASCII, those of UTF-8, each as the character that stands for it. */
export function toHeaderText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
