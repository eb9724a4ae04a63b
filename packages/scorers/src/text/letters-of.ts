const SPACE = 32;

/** The code points of a normalised text without its spaces: half a character is none. */
export function lettersOf(norm: string): Int32Array {
  const letters = new Int32Array(norm.length);
  let length = 0;
  for (let at = 0; at < norm.length; at += 1) {
    const letter = norm.codePointAt(at) ?? SPACE;
    if (letter > 0xffff) at += 1;
    if (letter === SPACE) continue;
    letters[length] = letter;
    length += 1;
  }
  return letters.subarray(0, length);
}
