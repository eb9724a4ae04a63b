import type { Basis, Headline } from '@fairtrial/contracts';
import { headlineLabel, type Tone } from '@fairtrial/format';
import type { ReactNode } from 'react';

interface HeadlineBannerProps {
  /** Accessible name of the banner. */
  readonly label: string;
  readonly headline: Headline;
  /** A link or button at the right. */
  readonly action?: ReactNode;
  /** Facts below: gates, the baseline, limits of the comparison. */
  readonly children?: ReactNode;
}

const TONES: Readonly<Record<Tone, string>> = {
  bad: 'border-bad bg-bad-soft text-bad',
  warn: 'border-warn bg-warn-soft text-warn',
  ok: 'border-ok bg-ok-soft text-ok',
  plain: 'border-line bg-surface text-text',
};

const BASES: Readonly<Record<Basis, string>> = {
  judge: 'a judge model read the replies',
  checks: 'checks of the replies',
  similarity: 'similarity: less similar or more similar to the reference, not wrong or right',
};

/** The headline of a run or a comparison; label, colour and sentences come from the service. */
export function HeadlineBanner({
  label,
  headline,
  action,
  children,
}: HeadlineBannerProps): ReactNode {
  const { title, why, next, basis } = headline;
  const { tone } = headlineLabel(headline);
  return (
    <section aria-label={label} className={`mb-4 rounded-lg border px-4 py-3 ${TONES[tone]}`}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
          <p>
            <HeadlineWord headline={headline} />
            <span className="ml-2">{title}</span>
          </p>
          <p className="mt-1 text-[13px] text-text">
            {why}
            {next !== null && <WithCode text={` ${next}`} />}
          </p>
          {basis !== null && <p className="mt-1 text-[13px] text-text">Basis: {BASES[basis]}.</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A sentence of the service. Text between backticks is a command or the name of a field. */
function WithCode({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="font-mono">
        {part}
      </code>
    ),
  );
}

/** Glyph and label of a headline, in the colour of the surrounding text. */
export function HeadlineWord({ headline }: { readonly headline: Headline }): ReactNode {
  const { glyph, label } = headlineLabel(headline);
  return (
    <strong className="font-semibold whitespace-nowrap">
      <span aria-hidden className="mr-1.5">
        {glyph}
      </span>
      {label}
    </strong>
  );
}
