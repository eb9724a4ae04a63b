import type { Headline } from '@fairtrial/contracts';
import { headlineLabel } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { TONE_CLASSES } from '../change.tsx';
import { HeadlineWord } from './headline-banner.tsx';

interface HeadlineLineProps {
  /** The subject of the comparison: `Against the run before it`. */
  readonly about: string;
  /** `undefined` while it is not known. */
  readonly headline: Headline | undefined;
  /** Shown if there is no headline. */
  readonly missing: string;
  readonly action?: ReactNode;
}

/** A second headline below the banner of a run, for a comparison that the run did not request. */
export function HeadlineLine({ about, headline, missing, action }: HeadlineLineProps): ReactNode {
  return (
    <section
      aria-label={about}
      className="mb-4 flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2"
    >
      <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <span className="text-dim">{about}: </span>
        {headline ? (
          <>
            <span className={TONE_CLASSES[headlineLabel(headline).tone]}>
              <HeadlineWord headline={headline} />
            </span>{' '}
            {headline.title}
          </>
        ) : (
          <span className="text-dim">{missing}</span>
        )}
      </p>
      {action}
    </section>
  );
}
