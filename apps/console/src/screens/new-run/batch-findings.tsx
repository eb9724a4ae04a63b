import type { ReactNode } from 'react';
import type { BatchReading, LineFinding } from '../../batch/read-batch.ts';
import { formatMany } from '../../format/numbers.ts';

interface BatchFindingsProps {
  readonly id: string;
  readonly reading: BatchReading | undefined;
  /** What the service had to say of it. */
  readonly refusals: readonly LineFinding[];
  readonly onGoTo: (line: number) => void;
}

const MOST = 12;

/** What is in the batch, and what is wrong with it, line by line. */
export function BatchFindings({ id, reading, refusals, onGoTo }: BatchFindingsProps): ReactNode {
  const findings = [...refusals, ...(reading?.findings ?? [])].toSorted(bySeverity);
  return (
    <div id={id} role="status" className="grid content-start gap-1.5">
      <Sum reading={reading} />
      <ul className="grid gap-1 empty:hidden">
        {findings.slice(0, MOST).map((finding) => (
          <li key={`${finding.line} ${finding.text}`}>
            <button
              type="button"
              onClick={() => onGoTo(finding.line)}
              className="w-full rounded-md px-2 py-1 text-left wrap-anywhere hover:bg-raised"
            >
              <Level level={finding.level} />
              <span className="font-medium">line {finding.line}</span>: {finding.text}
            </button>
          </li>
        ))}
      </ul>
      {findings.length > MOST && <p className="px-2 text-dim">and {findings.length - MOST} more</p>}
      {findings.length === 0 && <Names scenarios={reading?.scenarios ?? []} />}
    </div>
  );
}

/** Where there is nothing to say against it: what is in it. */
function Names({ scenarios }: Pick<BatchReading, 'scenarios'>): ReactNode {
  return (
    <ul className="grid gap-1 px-2 text-[13px] text-dim">
      {scenarios.slice(0, MOST).map(({ name, turns }, at) => (
        <li key={at} className="flex justify-between gap-3">
          <span className="truncate">{name}</span>
          <span className="shrink-0">{formatMany(turns, 'turn')}</span>
        </li>
      ))}
      {scenarios.length > MOST && <li>and {scenarios.length - MOST} more</li>}
    </ul>
  );
}

function Sum({ reading }: { readonly reading: BatchReading | undefined }): ReactNode {
  if (reading === undefined) return <p className="px-2 text-dim">Nothing to run yet.</p>;
  const { scenarios, request } = reading;
  if (scenarios.length === 0) return null;
  const turns = scenarios.reduce((sum, scenario) => sum + scenario.turns, 0);
  return (
    <p className="px-2 font-medium">
      <span className={request ? 'text-ok' : 'text-bad'}>{request ? '✓' : '✕'}</span>{' '}
      {formatMany(scenarios.length, 'scenario')}, {formatMany(turns, 'turn')}
    </p>
  );
}

function Level({ level }: Pick<LineFinding, 'level'>): ReactNode {
  return level === 'error' ? (
    <span className="font-semibold text-bad">✕ </span>
  ) : (
    <span className="font-semibold text-warn">! </span>
  );
}

function bySeverity(a: LineFinding, b: LineFinding): number {
  return a.level === b.level ? a.line - b.line : a.level === 'error' ? -1 : 1;
}
