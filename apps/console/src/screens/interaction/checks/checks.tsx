import type { CheckResult, RunId } from '@fairtrial/contracts';
import { checkName } from '@fairtrial/contracts/plain';
import { checkLabel, checkStatus, isOptionalCheck } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { CallTable } from './call-table.tsx';
import { focusQuote, quotesOf, type CheckPlace } from './quotes.ts';
import type { PlacedQuote } from '../../../parts/conversation/reply-text.tsx';
import { StatusMark } from '../../../parts/status-mark.tsx';

interface ChecksProps extends Omit<CheckPlace, 'at'> {
  readonly label: string;
  readonly runId: RunId;
  readonly checks: readonly CheckResult[];
  /** Opens a turn that is not on the page. */
  readonly onOpen: (turn: number) => void;
}

/** Checks with their results, the tool calls that they are about, and what the judge says about them. */
export function Checks(props: ChecksProps): ReactNode {
  const { label, runId, checks, side, scope, onOpen } = props;
  return (
    <ul aria-label={label} className="grid gap-2">
      {checks.map((check, at) => (
        <li key={at}>
          <div className="flex gap-2">
            <StatusMark status={checkStatus(check)} className="shrink-0 font-semibold" />
            <span className="min-w-0 wrap-anywhere">
              {checkTitle(check)}
              {isOptionalCheck(check) && ' (optional)'}{' '}
              {check.detail !== check.reason && <span className="text-dim">{check.detail}</span>}
              {check.passed === false && <FailedLink runId={runId} check={check} scope={scope} />}
            </span>
          </div>
          <CallTable check={check} title={checkTitle(check)} />
          <Reason reason={check.reason} />
          <Quotes
            quotes={quotesOf(check, { side, scope, at })}
            onQuote={(quote) => {
              if (!focusQuote(side, quote)) onOpen(quote.turn);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** What a check demands: the whole text of a judged check, otherwise its type and id. */
function checkTitle(check: CheckResult): string {
  const { text, never } = check;
  if (typeof text === 'string') return text;
  return typeof never === 'string' ? `Never: ${never}` : checkLabel(check);
}

/** The explanation of the judge, which is untrusted text. */
function Reason({ reason = '' }: Pick<CheckResult, 'reason'>): ReactNode {
  if (reason === '') return null;
  return <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap text-dim">Judge: {reason}</p>;
}

interface QuotesProps {
  readonly quotes: readonly PlacedQuote[];
  readonly onQuote: (quote: PlacedQuote) => void;
}

/** The quotes of the judge; each leads to its place in the conversation. */
export function Quotes({ quotes, onQuote }: QuotesProps): ReactNode {
  if (quotes.length === 0) return null;
  return (
    <ul aria-label="Quotes" className="mt-0.5 grid justify-items-start gap-0.5">
      {quotes.map((placed) => (
        <li key={placed.quoteId}>
          <button
            type="button"
            onClick={() => onQuote(placed)}
            className="min-h-6 text-left text-accent wrap-anywhere underline-offset-2 hover:underline"
          >
            “{placed.quote}” <span className="text-dim">(turn {placed.turn + 1})</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FailedLinkProps extends Pick<CheckPlace, 'scope'> {
  readonly runId: RunId;
  readonly check: CheckResult;
}

/** Links to every turn or conversation of the run that failed the same check. */
function FailedLink({ runId, check, scope }: FailedLinkProps): ReactNode {
  return (
    <>
      {' '}
      <a
        href={`/console/runs/${runId}?failed_check=${encodeURIComponent(checkName(check))}`}
        className="text-accent underline underline-offset-2"
      >
        all {scope}s that failed it
      </a>
    </>
  );
}
