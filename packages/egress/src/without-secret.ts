const CUT = '[secret]';

/** Shorter ones are placeholders ("none", "ollama"): cutting them out would only garble replies. */
const SHORTEST = 8;

/**
 * The bytes of an answer without the secret that was sent for it: an endpoint that repeats what it was
 * sent must not hand our key to whoever reads its reply. Works across chunks, and holds nothing back
 * but what may be the beginning of the secret.
 */
export async function* withoutSecret(
  chunks: AsyncIterable<Uint8Array>,
  secret: string,
): AsyncGenerator<Uint8Array> {
  if (secret.length < SHORTEST) {
    yield* chunks;
    return;
  }
  const needles = spellingsOf(secret);
  let held = '';
  for await (const chunk of chunks) {
    // One character per byte, so that cutting can never break a character in two.
    const text = cut(held + Buffer.from(chunk).toString('latin1'), needles);
    const end = text.length - Math.max(...needles.map((needle) => beginningOf(needle, text)));
    held = text.slice(end);
    if (end > 0) yield Buffer.from(text.slice(0, end), 'latin1');
  }
  if (held !== '') yield Buffer.from(held, 'latin1');
}

/** The same for bytes that are all there. */
export function cutSecret(bytes: Buffer, secret: string): Buffer {
  if (secret.length < SHORTEST) return bytes;
  return Buffer.from(cut(bytes.toString('latin1'), spellingsOf(secret)), 'latin1');
}

/** As it is, as JSON escapes it (with and without its slashes), and as a URL does; longest first. */
function spellingsOf(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const spellings = [secret, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(secret)];
  return [...new Set(spellings)]
    .map((spelling) => Buffer.from(spelling).toString('latin1'))
    .toSorted((a, b) => b.length - a.length);
}

function cut(text: string, needles: readonly string[]): string {
  return needles.reduce((rest, needle) => rest.replaceAll(needle, CUT), text);
}

/** How much of the end of a text is the beginning of the secret. */
function beginningOf(secret: string, text: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
