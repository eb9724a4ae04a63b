import type { GateVerdict } from '@fairtrial/contracts';
import { GATE_LABELS } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { TONE_CLASSES } from '../change.tsx';

/** Every gate with its result and explanation. A passed gate has no colour, because others may have failed. */
export function GateList({ gate }: { readonly gate: GateVerdict }): ReactNode {
  if (gate.gates.length === 0) return null;
  return (
    <ul aria-label="Gates" className="mt-2 grid gap-1 border-t border-line pt-2 text-[13px]">
      {gate.gates.map((finding, at) => {
        const { glyph, label, tone } = GATE_LABELS[finding.verdict];
        return (
          <li key={at} className="wrap-anywhere text-text">
            <span className={tone === 'ok' ? 'font-semibold' : TONE_CLASSES[tone]}>
              <span aria-hidden>{glyph}</span> {label}
            </span>{' '}
            <code className="font-mono">{finding.gate}</code> {finding.sentence}
          </li>
        );
      })}
    </ul>
  );
}
