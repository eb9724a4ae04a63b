import type { ReactNode } from 'react';

interface LineGroupProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** Lines with a title: names on the left, values on the right. */
export function LineGroup({ title, children }: LineGroupProps): ReactNode {
  return (
    <section>
      <h2 className="mb-1 text-[13px] font-semibold text-dim wrap-anywhere">{title}</h2>
      <dl className="divide-y divide-line rounded-md border border-line bg-surface">{children}</dl>
    </section>
  );
}

interface LineProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
}

export function Line({ label, children }: LineProps): ReactNode {
  return (
    <div className="flex justify-between gap-4 px-3 py-1.5">
      <dt className="shrink-0 max-sm:shrink">{label}</dt>
      <dd className="text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
