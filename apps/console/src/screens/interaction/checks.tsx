import type { InteractionView } from '@assay/contracts';
import type { ReactNode } from 'react';

/** What was asserted of the reply, and what came of it. */
export function Checks({ view }: { readonly view: InteractionView }): ReactNode {
  const { checks } = view;
  if (checks.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">Checks</h3>
      <ul className="grid gap-1">
        {checks.map(({ type, passed, detail }, at) => (
          <li key={at} className="flex gap-2">
            <span className={`shrink-0 font-semibold ${passed ? 'text-ok' : 'text-bad'}`}>
              <span aria-hidden>{passed ? '✓' : '✕'} </span>
              {passed ? 'holds' : 'broken'}
            </span>
            <span className="wrap-anywhere">
              {type.replaceAll('_', ' ')} <span className="text-dim">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
