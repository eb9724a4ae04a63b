import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** Links and facts above the title. */
  readonly crumbs?: ReactNode;
  /** Shown next to the title. */
  readonly verdict?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of every screen; also sets the title of the tab. */
export function PageHead({ title, crumbs, verdict, actions }: PageHeadProps): ReactNode {
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <title>{`${title} · Fairtrial`}</title>
      <div className="min-w-0 flex-1 basis-80">
        <div className="min-h-5 text-[13px] wrap-anywhere text-dim">{crumbs}</div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="line-clamp-2 text-xl font-semibold wrap-anywhere" title={title}>
            {title}
          </h1>
          {verdict}
        </div>
      </div>
      <div className="flex max-w-full flex-wrap gap-2">{actions}</div>
    </header>
  );
}
