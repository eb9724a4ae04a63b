/**
 * The text between `<name…>` and `</name…>`: how a judge or annotator is handed what it is to read.
 * The tag may carry a random suffix that an injected text cannot know.
 */
export function delimited(prompt: string, name: string): string {
  const block = new RegExp(`<(${name}[\\w-]*)>([\\s\\S]*?)</\\1>`);
  return block.exec(prompt)?.[2]?.trim() ?? '';
}
