import type { InteractionView, RunId } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { ToolCalls } from '../../parts/tool-calls.tsx';
import { Checks } from './checks/checks.tsx';
import type { Side } from './checks/quotes.ts';
import { metadataMatches } from './interaction-data.ts';

interface FindingsProps {
  readonly runId: RunId;
  readonly view: InteractionView;
  readonly side: Side;
  /** Opens a turn that is not on the page. */
  readonly onOpen: (turn: number) => void;
}

/** The findings about a reply: its metadata, its checks, and the tool calls. */
export function Findings({ runId, view, side, onOpen }: FindingsProps): ReactNode {
  const { checks } = view;
  const calls = view.tool_calls ?? [];
  return (
    <>
      <MetadataTable view={view} />
      {checks.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">Checks</h3>
          <Checks
            label="Checks"
            runId={runId}
            checks={checks}
            side={side}
            scope="turn"
            onOpen={onOpen}
          />
        </>
      )}
      {calls.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">Tools that were called</h3>
          <ToolCalls calls={calls} />
        </>
      )}
    </>
  );
}

const MATCH_STYLES = {
  same: ['✓', 'same', 'text-ok'],
  differs: ['≠', 'differs', 'text-bad'],
  missing: ['–', 'not given', 'text-dim'],
  extra: ['+', 'not expected', 'text-dim'],
} as const;

/** Expected and actual value of every metadata field. */
function MetadataTable({ view }: { readonly view: InteractionView }): ReactNode {
  const matches = metadataMatches(view);
  if (matches.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">
        Metadata{view.metadata_source && ` (from ${view.metadata_source.replace('_', ' ')})`}
      </h3>
      <table className="w-full max-sm:text-xs">
        <thead>
          <tr className="text-left text-dim">
            {['field', 'expected', 'got', 'match'].map((name) => (
              <th key={name} scope="col" className="py-1 pr-2 font-medium">
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
                <th scope="row" className="py-1 pr-2 text-left font-normal wrap-anywhere">
                  {field}
                </th>
                <td className="py-1 pr-2 wrap-anywhere">{expected}</td>
                <td className="py-1 pr-2 wrap-anywhere">{given}</td>
                <td className={`py-1 whitespace-nowrap ${colour}`}>
                  <span aria-hidden>{glyph} </span>
                  <span className="max-sm:sr-only">{label}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
