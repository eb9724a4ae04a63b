import { formatScore } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { linearScale } from './linear-scale.ts';

interface StripProps {
  /** One per attempt; null if it has no score. */
  readonly scores: readonly (number | null)[];
  /** Attempts with a lower score do not pass. */
  readonly passThreshold?: number | undefined;
  readonly width?: number;
  readonly height?: number;
}

/** The attempts at one interaction: dots on a line from 0 to 1, crosses below the pass threshold. */
export function Strip({ scores, passThreshold, width = 104, height = 18 }: StripProps): ReactNode {
  const x = linearScale([0, 1], [6, width - 6]);
  const y = height / 2;
  const label = scores.map((score) => formatScore(score, 2)).join(', ');
  const passLabel =
    passThreshold === undefined ? '' : `; pass threshold ${formatScore(passThreshold, 2)}`;
  return (
    <svg
      role="img"
      aria-label={`Scores of the attempts: ${label}${passLabel}`}
      width={width}
      height={height}
    >
      <line x1={2} x2={width - 2} y1={y} y2={y} className="stroke-line" strokeWidth={2} />
      {passThreshold !== undefined && (
        <line
          x1={x(passThreshold)}
          x2={x(passThreshold)}
          y1={2}
          y2={height - 2}
          className="stroke-dim"
          strokeWidth={1.2}
        />
      )}
      {scores.map(
        (score, at) =>
          score !== null && (
            <AttemptDot
              key={at}
              x={x(score)}
              y={y}
              isBelow={passThreshold === undefined ? undefined : score < passThreshold}
            />
          ),
      )}
    </svg>
  );
}

interface AttemptDotProps {
  readonly x: number;
  readonly y: number;
  /** `undefined` if there is no pass threshold. */
  readonly isBelow: boolean | undefined;
}

function AttemptDot({ x, y, isBelow }: AttemptDotProps): ReactNode {
  if (isBelow) {
    return <path d={`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`} className="stroke-bad" strokeWidth={1.8} />;
  }
  const style = isBelow === undefined ? 'fill-accent/60 stroke-accent' : 'fill-ok/70 stroke-ok';
  return <circle cx={x} cy={y} r={3.4} className={style} />;
}
