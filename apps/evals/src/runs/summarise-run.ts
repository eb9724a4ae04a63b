import type { Protocol, Usage } from '@assay/contracts';
import { withoutInapplicable } from '@assay/scorers';
import type { TurnOutcome } from '../db/list-outcomes.ts';
import type { RunSummary } from '../db/run-summary.ts';
import type { Run } from '../db/run.ts';
import { collectPasses } from './collect-passes.ts';
import { collectScenarios } from './collect-scenarios.ts';

const GUESSED =
  'generated_metadata was taken from the nearest reference reply, which is weak evidence: ';
const UNLABELLED = 'let the endpoint annotate its replies, or set JUDGE_MODEL';
const LABELLER_FAILED = 'the annotator failed on these replies (annotation_failed)';

/** What a run came to, from its plan and its turns alone. */
export async function summariseRun(
  { plan }: Run,
  pages: AsyncIterable<readonly TurnOutcome[]>,
  durationMs: number,
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
  const { turns, failed, unjudged, usage, protocol, isGuessed } = tally.read();
  const passes = passing.read();
  const figures = scenarios.read();
  return {
    message: toMessage(failed, turns),
    protocol,
    durationMs,
    usage,
    stats: figures.stats,
    warnings: [
      ...plan.warnings,
      ...(isGuessed ? [GUESSED + (plan.marking?.annotator ? LABELLER_FAILED : UNLABELLED)] : []),
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
  readonly usage: Usage;
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
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  return {
    add(turn) {
      turns += 1;
      last = turn.protocol;
      if (turn.outcome === 'endpoint_failed') failed += 1;
      else lastAnswered = turn.protocol;
      if (turn.scores['judge'] === null) unjudged += 1;
      isGuessed ||= turn.metadataSource === 'nearest_reference' && 'metadata' in turn.scores;
      usage.input_tokens += turn.usage?.input_tokens ?? 0;
      usage.output_tokens += turn.usage?.output_tokens ?? 0;
      usage.total_tokens += turn.usage?.total_tokens ?? 0;
    },
    // How the endpoint was spoken to: what worked, if anything did.
    read: () => ({
      turns,
      failed,
      unjudged,
      usage,
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
