import type { AlignedCall, CheckResult } from '@fairtrial/contracts';
import {
  ANY_ARGUMENTS,
  describeCall,
  formatCallsLeftOut,
  formatCount,
  joinParts,
  type CallText,
} from '@fairtrial/format';
import { useState, type ReactNode } from 'react';
import { StatusMark } from '../../../parts/status-mark.tsx';
import { Button } from '../../../ui/button.tsx';

/** Longer arguments are shortened until the reader expands them. */
const MAX_ARGUMENTS = 240;

interface CallTableProps {
  readonly check: CheckResult;
  /** Names the check for screen readers. */
  readonly title: string;
}

/** The expected tool calls next to the calls that were made; folded if the check passed, nothing without calls. */
export function CallTable({ check, title }: CallTableProps): ReactNode {
  const { calls = [], passed } = check;
  if (calls.length === 0) return null;
  if (passed !== true) return <TwoColumns check={check} title={title} />;
  return (
    <details className="mt-1">
      <summary className="min-h-6 cursor-pointer text-[13px] text-dim">Tool calls</summary>
      <TwoColumns check={check} title={title} />
    </details>
  );
}

function TwoColumns({ check, title }: CallTableProps): ReactNode {
  const { calls = [], calls_left_out: leftOut } = check;
  return (
    <>
      <table className="mt-1 w-full table-fixed border border-line text-[13px]">
        <caption className="sr-only">Tool calls of the check {title}</caption>
        <thead className="max-sm:sr-only">
          <tr className="bg-raised text-left text-dim">
            {['Expected', 'Made'].map((name) => (
              <th key={name} scope="col" className="px-2 py-1 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((call, at) => (
            <Row key={at} call={call} />
          ))}
        </tbody>
      </table>
      {leftOut !== undefined && (
        <p className="mt-0.5 text-[13px] text-dim">{formatCallsLeftOut(leftOut)}</p>
      )}
    </>
  );
}

const CELL = 'px-2 py-1 wrap-anywhere';

/** One call; on a phone, the call that was made stands below the expected one. */
function Row({ call }: { readonly call: AlignedCall }): ReactNode {
  const { expected, made, status, failed } = describeCall(call, MAX_ARGUMENTS);
  return (
    <tr className="border-t border-line align-top max-sm:grid">
      <td className={`${CELL} border-line sm:border-r`}>
        <ColumnName>Expected</ColumnName>
        {expected ? <Call call={expected} /> : <span className="text-dim">none</span>}
        {expected?.parts.length === 0 && <span className="text-dim">{ANY_ARGUMENTS}</span>}
      </td>
      <td className={CELL}>
        <ColumnName>Made</ColumnName>
        <StatusMark status={status} />
        {failed && (
          <>
            {' '}
            <StatusMark status={failed} className="whitespace-nowrap" />
          </>
        )}
        {made && <Call call={made} />}
      </td>
    </tr>
  );
}

/** Names the column where the two columns are one; screen readers read the heading instead. */
function ColumnName({ children }: { readonly children: string }): ReactNode {
  return (
    <span aria-hidden className="block text-xs text-dim sm:hidden">
      {children}
    </span>
  );
}

/** The name and the arguments of a call, which are untrusted text. Arguments that differ are underlined. */
function Call({ call: { name, parts, whole } }: { readonly call: CallText }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <p className="font-mono whitespace-pre-wrap">
        <bdi>{name}</bdi>{' '}
        {((isWhole && whole) || parts).map(({ text, differs }, at) =>
          differs ? (
            <mark
              key={at}
              className="rounded-sm bg-bad-soft text-text underline decoration-bad decoration-2 underline-offset-4"
            >
              <bdi>{text}</bdi>
            </mark>
          ) : (
            <bdi key={at} className="text-dim">
              {text}
            </bdi>
          ),
        )}
      </p>
      {whole && !isWhole && (
        <Button className="mt-1 h-7! px-2! text-xs" onClick={() => setWhole(true)}>
          Show all {formatCount(joinParts(whole).length)} characters
        </Button>
      )}
    </>
  );
}
