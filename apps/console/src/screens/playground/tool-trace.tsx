import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolUse } from './chat-entry.ts';

/** What the agent's tools were asked, and what they said. */
export function ToolTrace({ tools }: { readonly tools: readonly ToolUse[] }): ReactNode {
  if (tools.length === 0) return null;
  return (
    <ul aria-label="Tools" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {tools.map((use) => (
        <li key={use.id}>
          <details className="group rounded-md border border-line bg-raised">
            <summary className="flex cursor-pointer list-none items-center gap-2 px-2 py-1 text-[13px]">
              <ChevronRight
                size={14}
                aria-hidden
                className="shrink-0 transition-transform group-open:rotate-90"
              />
              <span className="max-w-1/2 truncate font-mono font-semibold">{use.name}</span>
              <span className="min-w-0 flex-1 truncate font-mono text-dim">{use.arguments}</span>
              <ToolState use={use} />
            </summary>
            <dl className="grid gap-2 border-t border-line px-3 py-2 text-[13px]">
              <Part label="Asked">{use.arguments}</Part>
              {use.result !== undefined && <Part label="Said">{use.result}</Part>}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );
}

function ToolState({ use: { result, failed } }: { readonly use: ToolUse }): ReactNode {
  if (result === undefined) return <span className="text-dim">… at work</span>;
  return failed ? (
    <span className="text-bad">✕ failed</span>
  ) : (
    <span className="text-ok">✓ done</span>
  );
}

function Part({
  label,
  children,
}: {
  readonly label: string;
  readonly children: string;
}): ReactNode {
  return (
    <div>
      <dt className="text-dim">{label}</dt>
      <dd className="max-h-48 overflow-auto font-mono wrap-anywhere whitespace-pre-wrap">
        {children}
      </dd>
    </div>
  );
}
