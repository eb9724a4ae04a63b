/** Blocks that stand on their own: what looks like one inside another is a part of its text. */
const BLOCK = /<([a-z][\w-]*)>([^]*?)<\/\1>/gi;

/**
 * The text between `<name…>` and `</name…>`: how a judge or annotator is handed what it is to read.
 * The tag may carry a random suffix that an injected text cannot know.
 */
export function delimited(prompt: string, name: string): string {
  const block = [...prompt.matchAll(BLOCK)].find(([, tag = '']) => tag.startsWith(name));
  return block?.[2]?.trim() ?? '';
}

/** What stands beside the blocks whose tags carry a suffix. */
export function outsideBlocks(prompt: string): string {
  return prompt.replaceAll(BLOCK, (block, tag: string) => (tag.includes('-') ? '' : block));
}
