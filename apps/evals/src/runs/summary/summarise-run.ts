import type { Protocol } from '@assay/contracts';
import { withoutInapplicable } from '@assay/scorers';
import type { TurnOutcome } from '../../db/turns/page-turns.ts';
import type { RunSummary } from '../../db/runs/run-summary.ts';
import type { Run } from '../../db/runs/run.ts';
import type { JudgementCounts } from '../../db/grading/judgements.ts';
import { collectPasses } from './passes.ts';
import { collectScenarios } from './scenarios.ts';
import { priceRun } from './pricing.ts';
import { sumUsage, type UsageTotal } from './pricing.ts';

const GUESSED_METADATA =
  'generated_metadata was taken from the nearest reference reply, which is weak evidence: ';
const NO_ANNOTATOR = 'let the endpoint annotate its replies, or set JUDGE_MODEL';
const ANNOTATOR_FAILED = 'the annotator failed on these replies (annotation_failed)';

interface RunMeasurements {
  readonly durationMs: number;
  /** `undefined` if the run asks no models. */
  readonly judgements: readonly JudgementCounts[] | undefined;
}

/** Computes the summary of a run from its plan, its turns and the counts of its judgements. */
export async function summariseRun(
  { plan }: Run,
  pages: AsyncIterable<readonly TurnOutcome[]>,
  { durationMs, judgements }: RunMeasurements,
): Promise<RunSummary> {
  const scenarios = collectScenarios(plan);
  const totals = createTurnTotals();
  const passCollector = collectPasses(plan);
  for await (const page of pages) {
    for (const turn of page) {
      scenarios.add(turn, withoutInapplicable(turn.scores));
      totals.add(turn);
      passCollector.add(turn);
    }
  }
  const { turns, failed, unjudged, spent, protocol, isGuessed } = totals.read();
  const passes = passCollector.read();
  const figures = scenarios.read();
  return {
    message: toMessage(failed, turns),
    protocol,
    durationMs,
    usage: spent.usage,
    cost: priceRun(plan, spent, judgements),
    grading: judgements?.map(({ unreported: _unreported, ...total }) => total),
    stats: figures.stats,
    warnings: [
      ...plan.warnings,
      ...(isGuessed
        ? [GUESSED_METADATA + (plan.grading?.annotator ? ANNOTATOR_FAILED : NO_ANNOTATOR)]
        : []),
      ...(unjudged === 0 ? [] : [`${unjudged} of ${turns} turns have no verdict of the judge`]),
    ],
    ...(passes.run && { passes: passes.run }),
    scenarios: figures.scenarios.map((scenario, at) => {
      const scenarioPasses = passes.scenarios[at];
      const attemptsPassed = passes.attempts[at]?.map((passed) => passed ?? null) ?? [];
      return { ...scenario, ...(scenarioPasses && { passes: scenarioPasses, attemptsPassed }) };
    }),
  };
}

interface TurnTotals {
  readonly turns: number;
  readonly failed: number;
  /** Turns for which the judge failed. */
  readonly unjudged: number;
  readonly spent: UsageTotal;
  /** Of the last answer; if there is none, of the last call. */
  readonly protocol: Protocol;
  readonly isGuessed: boolean;
}

function createTurnTotals(): { add(turn: TurnOutcome): void; read(): TurnTotals } {
  let turns = 0;
  let failed = 0;
  let unjudged = 0;
  let isGuessed = false;
  let lastAnswered: Protocol | undefined;
  let last: Protocol | undefined;
  const spent = sumUsage();
  return {
    add(turn) {
      turns += 1;
      last = turn.protocol;
      if (turn.outcome === 'endpoint_failed') failed += 1;
      else lastAnswered = turn.protocol;
      if (turn.scores['judge'] === null) unjudged += 1;
      isGuessed ||= turn.metadataSource === 'nearest_reference' && 'metadata' in turn.scores;
      spent.add(turn);
    },
    read: () => ({
      turns,
      failed,
      unjudged,
      spent: spent.read(),
      isGuessed,
      protocol: lastAnswered ?? last ?? 'agent',
    }),
  };
}

function toMessage(failed: number, total: number): string {
  return failed === 0
    ? 'Evaluation completed successfully'
    : `Evaluation completed: ${failed} of ${total} requests failed`;
}
