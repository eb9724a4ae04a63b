/** Where each word of a text stands; how many places it has is how often it is there. */
export type Places = ReadonlyMap<string, readonly number[]>;

export function placesOf(tokens: readonly string[]): Places {
  const places = new Map<string, number[]>();
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const known = places.get(token);
    if (known === undefined) places.set(token, [at]);
    else known.push(at);
  }
  return places;
}
