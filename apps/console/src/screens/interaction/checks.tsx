import type { InteractionView, RunId } from '@assay/contracts';
import { checkType } from '@assay/contracts/plain';
import { checkLabel } from '@assay/format';
import type { ReactNode } from 'react';

interface ChecksProps {
  readonly runId: RunId;
  readonly view: InteractionView;
}

/** The checks of an interaction and their results. */
export function Checks({ runId, view: { checks } }: ChecksProps): ReactNode {
  if (checks.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-1 text-[13px] font-semibold text-dim">Checks</h3>
      <ul className="grid gap-1">
        {checks.map((check, at) => (
          <li key={at} className="flex gap-2">
            <CheckMark passed={check.passed} />
            <span className="min-w-0 wrap-anywhere">
              {checkLabel(check)}
              {check['optional'] === true && ' (optional)'}{' '}
              <span className="text-dim">{check.detail}</span>
              {check.passed === false && <FailedLink runId={runId} check={check} />}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `null` for a failed request: it has no reply to check. */
function CheckMark({ passed }: { readonly passed: boolean | null }): ReactNode {
  const [glyph, word, colour] =
    passed === null
      ? ['–', 'not checked', 'text-dim']
      : passed
        ? ['✓', 'holds', 'text-ok']
        : ['✗', 'failed', 'text-bad'];
  return (
    <span className={`shrink-0 font-semibold ${colour}`}>
      <span aria-hidden>{glyph} </span>
      {word}
    </span>
  );
}

interface FailedLinkProps {
  readonly runId: RunId;
  readonly check: InteractionView['checks'][number];
}

/** Links to every turn of the run that failed the same check. */
function FailedLink({ runId, check }: FailedLinkProps): ReactNode {
  const name = typeof check['id'] === 'string' ? check['id'] : checkType(check);
  return (
    <>
      {' '}
      <a
        href={`/console/runs/${runId}?failed_check=${encodeURIComponent(name)}`}
        className="text-accent underline underline-offset-2"
      >
        all turns that failed it
      </a>
    </>
  );
}
