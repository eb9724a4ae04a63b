import type { InteractionView } from '@assay/contracts';
import type { ReactNode } from 'react';
import { metadataMatches } from './metadata-matches.ts';

const SIGNS = {
  same: ['✓', 'same', 'text-ok'],
  differs: ['≠', 'differs', 'text-bad'],
  missing: ['–', 'not given', 'text-dim'],
  extra: ['+', 'not expected', 'text-dim'],
} as const;

/** Every annotation: what was expected and what came. */
export function MetadataTable({ view }: { readonly view: InteractionView }): ReactNode {
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
            const [glyph, word, colour] = SIGNS[match];
            return (
              <tr key={field} className="border-t border-line align-top">
                <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
                  {field}
                </th>
                <td className="py-1 pr-3 wrap-anywhere">{expected}</td>
                <td className="py-1 pr-3 wrap-anywhere">{given}</td>
                <td className={`py-1 whitespace-nowrap ${colour}`}>
                  <span aria-hidden>{glyph} </span>
                  {word}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
