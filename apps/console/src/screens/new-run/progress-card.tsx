import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount, formatMs, NONE } from '../../format/numbers.ts';
import { Card } from '../../parts/card.tsx';
import { Button, PRIMARY_BUTTON } from '../../ui/button.tsx';
import type { Progress } from './follow-progress.ts';
import { usePace } from './use-pace.ts';

interface ProgressCardProps {
  readonly runId: string;
  readonly progress: Progress;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly onStop: () => void;
  readonly isStopping: boolean;
  readonly stopError: Error | null;
}

/** How far, how fast, how long, and how to end it. */
export function ProgressCard(props: ProgressCardProps): ReactNode {
  const { runId, progress, startedAt, endedAt, onStop, isStopping, stopError } = props;
  const { finished, failed, total, state, marked } = progress;
  const isOver = state === 'completed' || state === 'cancelled' || state === 'failed';
  const pace = usePace(progress, { startedAt, endedAt, isOver });
  const isEnding = isStopping || state === 'stopping';
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Meter finished={finished} failed={failed} total={total} />
        {isOver ? (
          <Link to="/console/runs/$runId" params={{ runId }} className={PRIMARY_BUTTON}>
            Open the run
          </Link>
        ) : (
          <Button disabled={isEnding} onClick={onStop}>
            {isEnding ? 'Stopping …' : 'Stop'}
          </Button>
        )}
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1">
        <Fact label="Turns">
          {formatCount(finished)} / {formatCount(total)}
        </Fact>
        <Fact label="Answered">
          <span className="text-ok">✓ {formatCount(finished - failed)}</span>
        </Fact>
        <Fact label="Failed">
          <span className={failed > 0 ? 'text-bad' : ''}>✕ {formatCount(failed)}</span>
        </Fact>
        {marked && (
          <Fact label="Judged">
            {formatCount(marked.done)} / {formatCount(marked.total)}
          </Fact>
        )}
        <Fact label="A second">{pace ? pace.perSecond.toFixed(1) : NONE}</Fact>
        <Fact label="Left">{pace && !isOver ? formatMs(pace.leftMs) : NONE}</Fact>
      </dl>
      {stopError && (
        <p role="alert" className="mt-2 text-bad">
          ✕ It was not stopped: {stopError.message}
        </p>
      )}
    </Card>
  );
}

/** Answered in one colour, failed in another; the numbers below say the same. */
function Meter({
  finished,
  failed,
  total,
}: Pick<Progress, 'finished' | 'failed' | 'total'>): ReactNode {
  const width = (count: number): string => `${(100 * count) / Math.max(1, total)}%`;
  return (
    <div
      role="progressbar"
      aria-label="Turns that are done"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={finished}
      aria-valuetext={`${formatCount(finished)} of ${formatCount(total)} turns`}
      className="flex h-3 min-w-40 flex-1 overflow-hidden rounded-full bg-raised"
    >
      <div className="bg-accent" style={{ width: width(finished - failed) }} />
      <div className="bg-bad" style={{ width: width(failed) }} />
    </div>
  );
}

function Fact({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt className="text-[13px] text-dim">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}
