const MOST = 40;

/** Of a long conversation, the part around one turn: from where, and up to where. */
export function windowOf(turns: number, current: number): readonly [number, number] {
  if (turns <= MOST) return [0, turns];
  const from = Math.max(0, Math.min(current - MOST / 2, turns - MOST));
  return [from, from + MOST];
}
