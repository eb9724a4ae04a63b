import type { InteractionView } from '@assay/contracts';
import type { ReactNode } from 'react';

/** The tools that were called on the way to the reply. */
export function ToolCalls({ view }: { readonly view: InteractionView }): ReactNode {
  const calls = view.tool_calls ?? [];
  if (calls.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">Tools that were called</h3>
      <ol className="grid gap-1 font-mono text-[13px]">
        {calls.map((call, at) => (
          <li key={at} className="wrap-anywhere">
            {call.name}
            <span className="text-dim">({textOf(call.arguments)})</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
