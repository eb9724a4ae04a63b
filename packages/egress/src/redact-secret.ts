const REDACTED = '[secret]';

/** Shorter ones are placeholders ("none", "ollama"): redacting them would only garble replies. */
const MIN_SECRET_LENGTH = 8;

/**
 * Redacts the secret that was sent for an answer: an endpoint that repeats what it was sent must not reveal the
 * key to the readers of its reply. Works across chunks and holds back only what may be the beginning of the secret.
 */
export async function* redactSecret(
  chunks: AsyncIterable<Uint8Array>,
  secret: string,
): AsyncGenerator<Uint8Array> {
  if (secret.length < MIN_SECRET_LENGTH) {
    yield* chunks;
    return;
  }
  const needles = encodingsOf(secret);
  let held = '';
  for await (const chunk of chunks) {
    // One character per byte, so that no multi-byte character is broken.
    const text = redact(held + Buffer.from(chunk).toString('latin1'), needles);
    const end =
      text.length - Math.max(...needles.map((needle) => partialMatchLength(needle, text)));
    held = text.slice(end);
    if (end > 0) yield Buffer.from(text.slice(0, end), 'latin1');
  }
  if (held !== '') yield Buffer.from(held, 'latin1');
}

/** The same for a whole body. */
export function redactBytes(bytes: Buffer, secret: string): Buffer {
  if (secret.length < MIN_SECRET_LENGTH) return bytes;
  return Buffer.from(redact(bytes.toString('latin1'), encodingsOf(secret)), 'latin1');
}

/** As it is, as JSON escapes it (with and without its slashes), and as a URL does; longest first. */
function encodingsOf(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const spellings = [secret, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(secret)];
  return [...new Set(spellings)]
    .map((spelling) => Buffer.from(spelling).toString('latin1'))
    .toSorted((a, b) => b.length - a.length);
}

function redact(text: string, needles: readonly string[]): string {
  return needles.reduce((rest, needle) => rest.replaceAll(needle, REDACTED), text);
}

/** How much of the end of a text is the beginning of the secret. */
function partialMatchLength(secret: string, text: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
