import type { Tone } from '@fairtrial/format';
import type { Style } from '../terminal/format-table.ts';
import type { Colors } from '../terminal/open-terminal.ts';

const COLORS = { ok: 'green', bad: 'red', warn: 'yellow', plain: 'dim' } as const;

export function toneStyle(tone: Tone, colors: Colors): Style {
  return colors[COLORS[tone]];
}
