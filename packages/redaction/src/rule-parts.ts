/** A JSON or URL escape, whose last letter would otherwise count as part of the word after it. */
export const ESCAPE = String.raw`\\[bfnrt]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}`;

/** The start of a value. */
export const START = String.raw`(?:\b|${ESCAPE})`;

/** A space or line break, also in JSON and in a URL. */
export const SPACE = String.raw`(?:[\s\p{Z}]|%20|\+|%0A|%C2%A0|%E2%80%AF|\\[nrt]|\\u00a0|\\u202f)`;

const AROUND = String.raw`(?:["'*\x60\\]|%22|${SPACE})`;

/** Between a name and its value: `password: x`, `"password":"x"`, `password=x`, `password is x`, `| password | x |`. */
export const LINK = String.raw`${AROUND}{0,4}(?::|=|%3A|%3D|\||,|\b(?:is|ist|lautet)\b)${AROUND}{0,6}`;

export function isNotPlaceholder(found: string): boolean {
  return !/^\[[a-z]+$/.test(found);
}
