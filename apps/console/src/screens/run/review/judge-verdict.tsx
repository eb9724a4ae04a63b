import type { LabelItem, SavedLabel } from '@fairtrial/contracts';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { turnQuery } from '../../../data/row-queries.ts';
import { Card } from '../../../parts/card.tsx';
import { TONE_CLASSES } from '../../../parts/change.tsx';
import { Pill } from '../../../parts/pill.tsx';
import { listFindings, type JudgeFinding } from './scenario-checks.ts';

interface JudgeVerdictProps {
  readonly item: LabelItem;
  readonly saved: SavedLabel;
}

/** What the judge found about an attempt. Loaded only after its label is stored. */
export function JudgeVerdict({ item, saved }: JudgeVerdictProps): ReactNode {
  const client = useClient();
  const { run_id, position } = saved;
  const turns = useQueries({
    queries: turnsToShow(item).map((turn) => turnQuery(client, run_id, { ...position, turn })),
  });
  const views = turns.flatMap(({ data }) => data ?? []);
  return (
    <Card title="The judge">
      <p className="flex flex-wrap items-center gap-2">
        <JudgePill passed={saved.judge_passed} />
        {saved.judge_passed !== null &&
          (saved.judge_passed === saved.passed ? 'agrees with you' : 'disagrees with you')}
      </p>
      {!saved.blind && (
        <p className="mt-2 text-warn">
          ! This label does not count in the rates, because the judge was shown before it.
        </p>
      )}
      {turns.some(({ isError }) => isError) && (
        <p className="mt-2 text-bad">✗ The results of the checks could not be loaded.</p>
      )}
      <ul aria-label="Findings of the judge" className="mt-3 grid gap-3 empty:hidden">
        {listFindings(views).map((finding, at) => (
          <li key={at} className="wrap-anywhere">
            <Finding finding={finding} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MAX_TURNS = 10;

/** The turns with checks; results of a whole conversation are part of every turn. */
function turnsToShow({ checks, conversation }: LabelItem): readonly number[] {
  const turns = new Set(checks.map(({ turn }) => turn ?? 0));
  const shown = turns.size > 0 ? [...turns] : conversation.map(({ turn }) => turn);
  return shown.slice(0, MAX_TURNS);
}

function JudgePill({ passed }: { readonly passed: boolean | null }): ReactNode {
  if (passed === null) {
    return (
      <Pill tone="plain" glyph="–">
        no verdict
      </Pill>
    );
  }
  return (
    <Pill tone={passed ? 'ok' : 'bad'} glyph={passed ? '✓' : '✗'}>
      {passed ? 'pass' : 'fail'}
    </Pill>
  );
}

function Finding({ finding }: { readonly finding: JudgeFinding }): ReactNode {
  const { about, status, reason, quotes } = finding;
  return (
    <>
      <p>
        {status && (
          <span className={TONE_CLASSES[status.tone]}>
            {status.glyph} {status.label}
          </span>
        )}{' '}
        {about}
      </p>
      {quotes.map((quote, at) => (
        <blockquote key={at} className="border-l-2 border-line pl-2">
          “{quote}”
        </blockquote>
      ))}
      {reason !== '' && <p className="text-dim">{reason}</p>}
    </>
  );
}
