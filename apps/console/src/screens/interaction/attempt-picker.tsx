import type { InteractionRow } from '@fairtrial/contracts';
import { formatScore } from '@fairtrial/format';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { TONE_CLASSES } from '../../parts/change.tsx';
import { markAttempt, type PassRule } from './attempt-marks.ts';

interface AttemptPickerProps {
  /** For example "Attempt" or "Attempt of the baseline". */
  readonly label: string;
  readonly attempts: readonly InteractionRow[];
  readonly current: number;
  readonly rule: PassRule;
  readonly onPick: (attempt: number) => void;
}

/** Above this, attempts are shown as marks without numbers. */
const MAX_WITH_SCORES = 10;

/** A strip with a mark per attempt, to choose which one is shown. Arrow keys move along it. */
export function AttemptPicker(props: AttemptPickerProps): ReactNode {
  const { label, attempts, current, rule, onPick } = props;
  const group = useRef<HTMLDivElement>(null);
  const hasScores = attempts.length <= MAX_WITH_SCORES;
  const pick = (at: number): void => {
    const chosen = attempts[Math.max(0, Math.min(at, attempts.length - 1))];
    if (chosen === undefined) return;
    onPick(chosen.attempt);
    group.current?.querySelectorAll('button')[attempts.indexOf(chosen)]?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const at = attempts.findIndex(({ attempt }) => attempt === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: attempts.length - 1 };
    const next = Object.entries(to).find(([key]) => key === event.key);
    if (next === undefined) return;
    event.preventDefault();
    pick(next[1]);
  };
  return (
    <div
      ref={group}
      role="group"
      aria-label={label}
      onKeyDown={move}
      className={`flex flex-wrap ${hasScores ? 'gap-2' : 'gap-0.5'}`}
    >
      {attempts.map((row) => (
        <AttemptButton
          key={row.attempt}
          row={row}
          isCurrent={row.attempt === current}
          hasScore={hasScores}
          rule={rule}
          onPick={onPick}
        />
      ))}
    </div>
  );
}

interface AttemptButtonProps {
  readonly row: InteractionRow;
  readonly isCurrent: boolean;
  readonly hasScore: boolean;
  readonly rule: PassRule;
  readonly onPick: (attempt: number) => void;
}

function AttemptButton({ row, isCurrent, hasScore, rule, onPick }: AttemptButtonProps): ReactNode {
  const { glyph, label, tone } = markAttempt(row, rule);
  const name = `Attempt ${row.attempt + 1}: ${label}`;
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onPick(row.attempt)}
      className={`inline-flex items-center justify-center gap-1.5 rounded border border-line bg-surface hover:bg-raised aria-pressed:border-accent aria-pressed:bg-raised aria-pressed:font-semibold ${hasScore ? 'h-9 px-3' : 'size-6 text-xs'}`}
    >
      {hasScore && <span>{row.attempt + 1}</span>}
      <span aria-hidden className={TONE_CLASSES[tone]}>
        {glyph}
        {hasScore && row.overall !== null && ` ${formatScore(row.overall, 2)}`}
      </span>
    </button>
  );
}
