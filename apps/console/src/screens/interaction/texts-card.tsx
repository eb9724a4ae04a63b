import type { InteractionView } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { Button } from '../../ui/button.tsx';
import { Checks } from './checks.tsx';
import { metadataMatches } from './interaction-data.ts';
import type { TextView } from './interaction-search.ts';
import { DiffText, LongText, useWordDiff, type DiffState } from './reply-text.tsx';

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

/** The reply and the reference, and what was found in the reply. */
export function TextsCard({ view, show, onShow }: TextsCardProps): ReactNode {
  const diff = useWordDiff(view.reference_reply, view.agent_reply);
  // The parts below are rendered after the diff, which changes the height of the text.
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

function ToolCalls({ view }: { readonly view: InteractionView }): ReactNode {
  const calls = view.tool_calls ?? [];
  if (calls.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">Tools that were called</h3>
      <ol className="grid gap-1 font-mono text-[13px]">
        {calls.map((call, at) => (
          <li key={at} className="wrap-anywhere">
            {call.name}
            <span className="text-dim">({formatArguments(call.arguments)})</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function formatArguments(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MATCH_STYLES = {
  same: ['✓', 'same', 'text-ok'],
  differs: ['≠', 'differs', 'text-bad'],
  missing: ['–', 'not given', 'text-dim'],
  extra: ['+', 'not expected', 'text-dim'],
} as const;

/** Every metadata field: expected and actual value. */
function MetadataTable({ view }: { readonly view: InteractionView }): ReactNode {
  const matches = metadataMatches(view);
  if (matches.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">
        Metadata{view.metadata_source && ` (from ${view.metadata_source.replace('_', ' ')})`}
      </h3>
      <table className="w-full">
        <thead>
          <tr className="text-left text-dim">
            {['field', 'expected', 'got', 'match'].map((name) => (
              <th key={name} scope="col" className="py-1 pr-3 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matches.map(({ field, expected, given, match }) => {
            const [glyph, label, colour] = MATCH_STYLES[match];
            return (
              <tr key={field} className="border-t border-line align-top">
                <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
                  {field}
                </th>
                <td className="py-1 pr-3 wrap-anywhere">{expected}</td>
                <td className="py-1 pr-3 wrap-anywhere">{given}</td>
                <td className={`py-1 whitespace-nowrap ${colour}`}>
                  <span aria-hidden>{glyph} </span>
                  {label}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
