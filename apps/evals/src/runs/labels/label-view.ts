import type { CorrectedPassRate, Label } from '@fairtrial/contracts';
import type { CorrectedPassRate as StatisticalRate } from '@fairtrial/statistics';
import type { LabelRow } from '../../db/labels/labels.ts';
import { round } from '../summary/rounding.ts';

/** A label as the API shows it. */
export function toLabelView(row: LabelRow): Label {
  return {
    run_id: row.runId,
    position: { scenario: row.scenarioNo, attempt: row.attemptNo },
    check_id: row.checkId === '' ? null : row.checkId,
    passed: row.passed,
    note: row.note,
    labeller: row.labeller,
    draw: row.drawId,
    blind: row.isBlind,
    created_at: row.createdAt.toISOString(),
  };
}

export function toCorrectedView({
  rate,
  interval95,
  method,
  labelled,
  fails,
}: StatisticalRate): CorrectedPassRate {
  return { pass_rate: round(rate), ci95: roundPair(interval95), method, labelled, fails };
}

export function roundPair([low, high]: readonly [number, number]): [number, number] {
  return [round(low), round(high)];
}
