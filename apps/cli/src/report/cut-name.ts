const MAX_LENGTH = 28;

/** A name for the axis of a chart, where nothing wraps; the table beside it has all of it. */
export function cutName(name: string): string {
  const characters = Array.from(name);
  return characters.length <= MAX_LENGTH
    ? name
    : `${characters.slice(0, MAX_LENGTH - 1).join('')}…`;
}
