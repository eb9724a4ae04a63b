import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Picked } from './use-picked.ts';

/** Compares what is chosen; not there where nothing is. */
export function CompareButton({ picked }: { readonly picked: Picked }): ReactNode {
  const count = picked.ids.length;
  if (count === 0) return null;
  return (
    <Button onClick={picked.compare}>
      {count === 1 ? 'Compare with …' : `Compare ${count} runs`}
    </Button>
  );
}
