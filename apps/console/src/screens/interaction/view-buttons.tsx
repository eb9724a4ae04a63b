import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { TextView } from './interaction-search.ts';

const VIEWS: readonly (readonly [TextView, string])[] = [
  ['diff', 'Diff'],
  ['side', 'Side by side'],
  ['markdown', 'Markdown'],
];

interface ViewButtonsProps {
  readonly show: TextView;
  readonly onShow: (view: TextView) => void;
}

/** Buttons that switch the view of the texts. */
export function ViewButtons({ show, onShow }: ViewButtonsProps): ReactNode {
  return (
    <span role="group" aria-label="How the texts are shown" className="flex gap-1">
      {VIEWS.map(([value, label]) => (
        <Button
          key={value}
          aria-pressed={show === value}
          onClick={() => onShow(value)}
          className="h-7! px-2! text-xs"
        >
          {label}
        </Button>
      ))}
    </span>
  );
}
