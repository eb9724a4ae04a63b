import type { InteractionView } from '@fairtrial/contracts';
import { explainScore } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';

const TONES = { ok: 'text-ok', bad: 'text-bad', warn: 'text-warn', plain: '' } as const;

interface WhyCardProps {
  readonly title: string;
  readonly view: InteractionView;
}

/** Explains the score of the reply: the formula, what lowered it, and the rationales of the judges. */
export function WhyCard({ title, view }: WhyCardProps): ReactNode {
  return (
    <Card title={title}>
      <ul aria-label={title} className="grid gap-1.5">
        {explainScore(view).map(({ about, tone, text }, at) => (
          <li
            key={at}
            className={`wrap-anywhere ${TONES[tone]} ${about === 'overall' && at === 0 ? 'text-[15px] font-semibold' : 'text-sm'}`}
          >
            {tone === 'bad' && <span aria-hidden>✗ </span>}
            {tone === 'warn' && <span aria-hidden>! </span>}
            {text}
          </li>
        ))}
      </ul>
      <Rationales view={view} />
    </Card>
  );
}

/** The full rationales of the judges. */
function Rationales({ view }: { readonly view: InteractionView }): ReactNode {
  const said = (view.judgements ?? []).filter(({ rationale }) => rationale !== null);
  if (said.length === 0) return null;
  return (
    <ul aria-label="Judges" className="mt-3 grid gap-3 text-sm">
      {said.map(({ kind, model, sample, rationale }) => (
        <li key={`${kind} ${model} ${sample}`}>
          <p className="font-semibold wrap-anywhere">{model}</p>
          <blockquote className="wrap-anywhere whitespace-pre-wrap text-dim">
            “{rationale}”
          </blockquote>
        </li>
      ))}
    </ul>
  );
}
