import type { InteractionView } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { Button } from '../../ui/button.tsx';
import { Checks } from './checks.tsx';
import { DiffText } from './diff-text.tsx';
import type { TextView } from './interaction-search.ts';
import { LongText } from './long-text.tsx';
import { MetadataTable } from './metadata-table.tsx';
import { ToolCalls } from './tool-calls.tsx';
import { useWordDiff, type DiffState } from './use-word-diff.ts';

interface TextsCardProps {
  readonly view: InteractionView;
  readonly show: TextView;
  readonly onShow: (view: TextView) => void;
}

const VIEWS: readonly (readonly [TextView, string])[] = [
  ['diff', 'Diff'],
  ['side', 'Side by side'],
  ['reply', 'Reply'],
];

/** The reply beside what it should have been. */
export function TextsCard({ view, show, onShow }: TextsCardProps): ReactNode {
  const diff = useWordDiff(view.reference_reply, view.agent_reply);
  // What stands below the text comes with its differences: they make it longer.
  const isWaiting = show === 'diff' && diff.state === 'waiting';
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center justify-between gap-2">
          Reference and reply, attempt {view.attempt + 1}
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
        </span>
      }
    >
      <Texts view={view} show={show} diff={diff} />
      {!isWaiting && (
        <>
          <MetadataTable view={view} />
          <Checks view={view} />
          <ToolCalls view={view} />
        </>
      )}
    </Card>
  );
}

interface TextsProps extends Pick<TextsCardProps, 'view' | 'show'> {
  readonly diff: DiffState;
}

function Texts({ view, show, diff }: TextsProps): ReactNode {
  const { agent_reply: reply, reference_reply: reference, error } = view;
  if (error) {
    return (
      <div className="rounded-md bg-warn-soft p-3">
        <p className="font-semibold text-warn">
          ! The request failed: {error.kind}
          {error.status !== null && `, HTTP ${error.status}`}
        </p>
        <p className="mt-1 wrap-anywhere">{error.message}</p>
        <p className="mt-1 text-dim">Tries: {error.tries}</p>
      </div>
    );
  }
  if (show === 'reply' || reference === '') return <LongText text={reply} />;
  if (show === 'diff') return <DiffText diff={diff} after={reply} />;
  return (
    <div className="grid grid-cols-2 gap-4">
      <section aria-label="Reference">
        <h3 className="mb-1 text-[13px] font-semibold text-dim">Reference</h3>
        <LongText text={reference} />
      </section>
      <section aria-label="Reply">
        <h3 className="mb-1 text-[13px] font-semibold text-dim">Reply</h3>
        <LongText text={reply} />
      </section>
    </div>
  );
}
