import type { Protocol } from '@assay/contracts';
import { withoutInapplicable } from '@assay/scorers';
import type { TurnOutcome } from '../../db/turns/list-outcomes.ts';
import type { RunSummary } from '../../db/runs/run-summary.ts';
import type { Run } from '../../db/runs/run.ts';
import type { JudgementCounts } from '../../db/grading/count-judgements.ts';
import { collectPasses } from './passes.ts';
import { collectScenarios } from './scenarios.ts';
import { priceRun } from './pricing.ts';
import { sumUsage, type UsageTotal } from './sum-usage.ts';

const GUESSED =
  'generated_metadata was taken from the nearest reference reply, which is weak evidence: ';
const UNLABELLED = 'let the endpoint annotate its replies, or set JUDGE_MODEL';
const LABELLER_FAILED = 'the annotator failed on these replies (annotation_failed)';

/** What it took, beside its turns. */
interface Effort {
  readonly durationMs: number;
  /** Undefined where nobody was to be asked about replies. */
  readonly judgements: readonly JudgementCounts[] | undefined;
}

/** What a run came to, from its plan, its turns and what was asked about them. */
export async function summariseRun(
  { plan }: Run,
  pages: AsyncIterable<readonly TurnOutcome[]>,
  { durationMs, judgements }: Effort,
): Promise<RunSummary> {
  const scenarios = collectScenarios(plan);
  const tally = createTally();
  const passing = collectPasses(plan);
  for await (const page of pages) {
    for (const turn of page) {
      scenarios.add(turn, withoutInapplicable(turn.scores));
      tally.add(turn);
      passing.add(turn);
    }
  }
  const { turns, failed, unjudged, spent, protocol, isGuessed } = tally.read();
  const passes = passing.read();
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
      ...(isGuessed ? [GUESSED + (plan.grading?.annotator ? LABELLER_FAILED : UNLABELLED)] : []),
      ...(unjudged === 0 ? [] : [`${unjudged} of ${turns} turns have no verdict of the judge`]),
    ],
    ...(passes.run && { passes: passes.run }),
    scenarios: figures.scenarios.map((scenario, at) => {
      const of = passes.scenarios[at];
      const attemptsPassed = passes.attempts[at]?.map((passed) => passed ?? null) ?? [];
      return { ...scenario, ...(of && { passes: of, attemptsPassed }) };
    }),
  };
}

interface Tally {
  readonly turns: number;
  readonly failed: number;
  /** Turns that the judge was to look at, and could not say. */
  readonly unjudged: number;
  readonly spent: UsageTotal;
  readonly protocol: Protocol;
  readonly isGuessed: boolean;
}

/** What needs no more than a look at each turn. */
function createTally(): { add(turn: TurnOutcome): void; read(): Tally } {
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
    // How the endpoint was spoken to: what worked, if anything did.
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
