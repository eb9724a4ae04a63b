/** One text in a prompt, under a name of lower-case letters and hyphens. */
export interface Part {
  readonly name: string;
  readonly text: string;
}

/**
 * Texts of others as blocks, each between tags that carry a marker nobody outside this call knows. Where
 * a text has that marker nevertheless, it is broken up, so that no text can end its own block.
 */
export function fence(parts: readonly Part[], nonce: string): string {
  return parts
    .map(({ name, text }) => `<${name}-${nonce}>\n${escape(text, nonce)}\n</${name}-${nonce}>`)
    .join('\n');
}

/** The parts of a prompt that `fence` made. */
export function unfence(prompt: string, nonce: string): readonly Part[] {
  const block = new RegExp(`<([a-z-]+)-${nonce}>\n([^]*?)\n</\\1-${nonce}>`, 'g');
  return [...prompt.matchAll(block)].map(([, name = '', text = '']) => ({
    name,
    text: text.replaceAll(new RegExp(`(${stemOf(nonce)})_`, 'gi'), '$1'),
  }));
}

/** Every stem of the marker gets a letter that no marker has, in whatever case it is written. */
function escape(text: string, nonce: string): string {
  return text.toWellFormed().replaceAll(new RegExp(stemOf(nonce), 'gi'), '$&_');
}

/** All but the last letter: what is left after it cannot be told from an escape otherwise. */
function stemOf(nonce: string): string {
  return nonce.slice(0, -1);
}
