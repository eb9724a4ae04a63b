import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

interface ChartFrameProps {
  readonly title: string;
  /** A description of the chart for screen readers. */
  readonly sentence: string;
  readonly height: number;
  /** The data of the chart as a table. */
  readonly table: ChartRows;
  readonly children: (width: number) => ReactNode;
}

/** The frame of every chart: a heading, a description, and its numbers as a table. */
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
      {/* The table is as tall as the chart, so that switching causes no layout shift. */}
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

interface ChartRows {
  readonly columns: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[];
  /** Link targets of the row names. */
  readonly links?: readonly (string | undefined)[];
}

function ChartTable({
  caption,
  columns,
  rows,
  links,
}: ChartRows & { readonly caption: string }): ReactNode {
  return (
    <table className="w-full text-[13px]">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-left text-dim">
          {columns.map((column) => (
            <th key={column} scope="col" className="sticky top-0 bg-surface py-1 pr-3 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], at) => (
          <tr key={at} className="border-t border-line">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {links?.[at] === undefined ? (
                name
              ) : (
                <a href={links[at]} className="underline underline-offset-2">
                  {name}
                </a>
              )}
            </th>
            {cells.map((cell, column) => (
              <td key={column} className="py-1 pr-3">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Measures the width of an element: charts are drawn in real pixels, so that text is never scaled. */
function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
