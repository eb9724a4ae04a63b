import { useState, type ReactNode } from 'react';
import { ChartTable, type ChartRows } from './chart-table.tsx';
import { useWidth } from './use-width.ts';

interface ChartFrameProps {
  readonly title: string;
  /** What the picture says, for those who do not see it. */
  readonly sentence: string;
  readonly height: number;
  /** The numbers themselves. */
  readonly table: ChartRows;
  readonly children: (width: number) => ReactNode;
}

/** What every chart has: a heading, a sentence, and its numbers as a table. */
export function ChartFrame({ title, sentence, height, ...rest }: ChartFrameProps): ReactNode {
  const [isTable, setTable] = useState(false);
  const [ref, width] = useWidth();
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-3">
      <header className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-[13px] font-semibold text-dim">{title}</h2>
        <button
          type="button"
          aria-pressed={isTable}
          aria-label={`Show as table: ${title}`}
          onClick={() => setTable(!isTable)}
          className="shrink-0 rounded px-1 text-xs text-dim underline-offset-2 hover:underline aria-pressed:bg-raised aria-pressed:text-text"
        >
          table
        </button>
      </header>
      {/* The numbers take the room of the picture: nothing below them moves. */}
      <div ref={ref} className="overflow-auto" style={{ height }} tabIndex={isTable ? 0 : -1}>
        {isTable && <ChartTable caption={title} {...rest.table} />}
        {!isTable && width > 0 && (
          <svg role="img" aria-label={sentence} width={width} height={height} className="block">
            {rest.children(width)}
          </svg>
        )}
      </div>
    </section>
  );
}
