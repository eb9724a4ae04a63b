import { VERDICT_LABELS, type Tone, type VerdictResult } from '@assay/format';
import type { Style } from '../terminal/format-table.ts';
import type { Colors } from '../terminal/open-terminal.ts';

const COLORS = { ok: 'green', bad: 'red', warn: 'yellow', plain: 'dim' } as const;

export function toneStyle(tone: Tone, colors: Colors): Style {
  return colors[COLORS[tone]];
}

export function verdictStyle(result: VerdictResult | undefined, colors: Colors): Style {
  return toneStyle(result === undefined ? 'plain' : VERDICT_LABELS[result].tone, colors);
}
