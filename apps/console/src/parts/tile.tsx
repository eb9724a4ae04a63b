import type { ReactNode } from 'react';

interface TileProps {
  readonly label: string;
  readonly value: string;
  /** Details below the number. */
  readonly children?: ReactNode;
}

/** A number without a colour: only the banner above says whether it is good or bad. */
export function Tile({ label, value, children }: TileProps): ReactNode {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-3">
      <h2 className="text-[13px] font-semibold text-dim">{label}</h2>
      <p className="mt-0.5 text-2xl font-semibold">{value}</p>
      <p className="mt-0.5 min-h-10 text-[13px] text-dim">{children}</p>
    </section>
  );
}
