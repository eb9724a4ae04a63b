import type { LabelItem } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { TONE_CLASSES } from '../../../parts/change.tsx';
import { Card } from '../../../parts/card.tsx';
import { Key } from './key-bar.tsx';
import { findLabel, type GivenLabel, type LabelTarget } from './queue-items.ts';

interface DecisionsProps {
  readonly item: LabelItem;
  readonly target: LabelTarget;
  readonly onChoose: (target: LabelTarget) => void;
}

/** What can be labelled: the whole conversation, and each of its checks. */
export function Decisions({ item, target, onChoose }: DecisionsProps): ReactNode {
  return (
    <Card title="To decide">
      <ul aria-label="To decide" className="grid gap-1">
        {listTargets(item).map(({ id, text, turn }, at) => (
          <li key={`${turn} ${id}`}>
            <button
              type="button"
              aria-pressed={id === target}
              onClick={() => onChoose(id)}
              className="flex w-full items-start gap-2 rounded-md border border-transparent px-2 py-1.5 text-left hover:bg-raised aria-pressed:border-accent aria-pressed:bg-raised"
            >
              {at < KEYS.length && <Key>{KEYS[at]}</Key>}
              <span className="min-w-0 flex-1 wrap-anywhere">
                {turn !== null && <span className="text-dim">Turn {turn + 1}: </span>}
                {text}
              </span>
              <LabelMark label={findLabel(item, id)} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The key that chooses each target. Further targets are chosen with the Tab key. */
export const KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface Target {
  readonly id: LabelTarget;
  readonly text: string;
  readonly turn: number | null;
}

/** The whole conversation first, then the checks in order. */
export function listTargets(item: LabelItem): readonly Target[] {
  return [{ id: null, text: 'The whole conversation', turn: null }, ...item.checks];
}

function LabelMark({ label }: { readonly label: GivenLabel | undefined }): ReactNode {
  if (label === undefined) return null;
  return (
    <span className={label.passed ? TONE_CLASSES.ok : TONE_CLASSES.bad}>
      {label.passed ? '✓ pass' : '✗ fail'}
    </span>
  );
}
