import type { ReactNode } from 'react';

/** Warnings of a run or a comparison; not rendered if there are none. */
export function WarningList({ texts }: { readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return (
    <ul
      aria-label="Warnings"
      className="mb-4 grid gap-1 rounded-lg border border-warn bg-warn-soft px-4 py-2 text-warn"
    >
      {texts.map((text) => (
        <li key={text} className="wrap-anywhere">
          <span aria-hidden>! </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
