/** Says the same of many things once, with how many there were. */
export function sumNotes(notes: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].map(([note, n]) => (n === 1 ? note : `${note} (${n} times)`));
}
