const DIMENSIONS = 256;

/** A unit vector of the three-letter pieces of a text: the same for the same text, near for a near one. */
export function embed(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const folded = ` ${text.toLowerCase().replaceAll(/\s+/g, ' ').trim()} `;
  for (let at = 0; at + 3 <= folded.length; at += 1) {
    const place = hash(folded.slice(at, at + 3)) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
