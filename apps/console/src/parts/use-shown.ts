import { useState } from 'react';

const PAGE = 100;

/** How many rows of a long table are drawn: some, more on request, and always the one that keys act on. */
export function useShown(total: number, row: number): readonly [number, () => void] {
  const [asked, setAsked] = useState(PAGE);
  const shown = Math.min(total, Math.max(asked, row + 1));
  return [shown, () => setAsked(shown + PAGE)];
}
