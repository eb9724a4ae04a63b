const CUT = '[secret]';

/**
 * The bytes of an answer without the secret that was sent for it: an endpoint that repeats what it was
 * sent must not hand our key to whoever reads its reply. Works across chunks, and holds nothing back
 * but what may be the beginning of the secret.
 */
export async function* withoutSecret(
  chunks: AsyncIterable<Uint8Array>,
  secret: string,
): AsyncGenerator<Uint8Array> {
  // One character per byte, so that cutting can never break a character in two.
  const needle = Buffer.from(secret).toString('latin1');
  let held = '';
  for await (const chunk of chunks) {
    const text = (held + Buffer.from(chunk).toString('latin1')).replaceAll(needle, CUT);
    const end = text.length - beginningOf(needle, text);
    held = text.slice(end);
    if (end > 0) yield Buffer.from(text.slice(0, end), 'latin1');
  }
  if (held !== '') yield Buffer.from(held, 'latin1');
}

/** How much of the end of a text is the beginning of the secret. */
function beginningOf(secret: string, text: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
