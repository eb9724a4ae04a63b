import type { InteractionView } from '@assay/contracts';
import { checkType } from '@assay/contracts/plain';
import type { ReactNode } from 'react';

/** The checks of an interaction and whether its reply meets them. */
export function Checks({ view }: { readonly view: InteractionView }): ReactNode {
  const { checks } = view;
  if (checks.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">Checks</h3>
      <ul className="grid gap-1">
        {checks.map((check, at) => (
          <li key={at} className="flex gap-2">
            <span className={`shrink-0 font-semibold ${check.passed ? 'text-ok' : 'text-bad'}`}>
              <span aria-hidden>{check.passed ? '✓' : '✗'} </span>
              {check.passed ? 'holds' : 'broken'}
            </span>
            <span className="wrap-anywhere">
              {checkType(check).replaceAll('_', ' ')}{' '}
              <span className="text-dim">{check.detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
