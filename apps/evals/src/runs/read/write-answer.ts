import type { EvaluationResponse, ScenarioResult } from '@assay/contracts';
import { unpackMeans } from '../../db/attempts/attempt-means.ts';
import type { RunSummary, ScenarioSummary } from '../../db/runs/run-summary.ts';
import type { PlannedScenario, Run } from '../../db/runs/run.ts';
import type { Turn } from '../../db/turns/turn.ts';
import type { RunResult } from './find-result.ts';
import { toInteraction } from './to-interaction.ts';

/** The answer of a run as JSON, piece by piece: a hundred thousand interactions are never in memory at once. */
export async function* writeAnswer({ run, summary, turns }: RunResult): AsyncGenerator<string> {
  const { head, rest } = frame(run, summary);
  yield `${open(head)},"results":{"scenarios":[`;
  const ahead = createReader(turns);
  for (const [scenarioNo, scenario] of run.plan.scenarios.entries()) {
    const of = summary.scenarios[scenarioNo];
    if (of === undefined) continue;
    yield `${scenarioNo === 0 ? '' : ','}${open(scenarioHead(scenario))},"attempts":[`;
    for (const [attemptNo, averageScores] of unpackMeans(of.attempts).entries()) {
      yield `${attemptNo === 0 ? '' : ','}{"interactions":[`;
      yield* writeInteractions(scenario, ahead.of(scenarioNo, attemptNo));
      const passed = of.attemptsPassed?.[attemptNo] ?? null;
      yield `],${close({ average_scores: averageScores, passed })}`;
    }
    yield `],${close(scenarioRest(of))}`;
  }
  yield `]},${close(rest)}`;
}

async function* writeInteractions(
  scenario: PlannedScenario,
  turns: AsyncIterable<Turn>,
): AsyncGenerator<string> {
  let comma = '';
  for await (const turn of turns) {
    const interaction = scenario.interactions[turn.turnNo];
    if (interaction === undefined) continue;
    yield comma + JSON.stringify(toInteraction(interaction, turn));
    comma = ',';
  }
}

type Frame = Omit<EvaluationResponse, 'results'>;

function frame(
  { id, plan, tags, revision }: Run,
  summary: RunSummary,
): { readonly head: object; readonly rest: object } {
  const { message, ...rest } = {
    message: summary.message,
    run_id: id,
    test_name: plan.testName,
    endpoint: plan.endpoint,
    model_id: plan.modelId,
    attempts: plan.attempts,
    tags: [...tags],
    weights: plan.weights,
    pass_threshold: plan.passThreshold ?? null,
    protocol: summary.protocol,
    duration_ms: summary.durationMs,
    usage: summary.usage,
    ...(summary.cost && { cost: summary.cost }),
    ...(revision > 1 && { revision }),
    ...(summary.grading && { grading: [...summary.grading] }),
    stats: summary.stats,
    passes: summary.passes ?? null,
    warnings: [...summary.warnings],
    ...(plan.isSimulated && { simulated: true as const }),
    ...(summary.comparison && { comparison: summary.comparison }),
    ...(summary.gate && { gate: summary.gate }),
  } satisfies Frame;
  return { head: { ...plan.extra, message }, rest };
}

function scenarioHead(scenario: PlannedScenario): object {
  return {
    ...scenario.extra,
    scenario_id: scenario.id,
    name: scenario.name,
    description: scenario.description,
  };
}

function scenarioRest({
  averageScores,
  stats,
  passes,
}: ScenarioSummary): Pick<ScenarioResult, 'average_scores' | 'stats' | 'passes'> {
  return { average_scores: averageScores, stats, passes: passes ?? null };
}

/** An object that goes on. */
function open(object: object): string {
  return JSON.stringify(object).slice(0, -1);
}

/** The rest of an object. */
function close(object: object): string {
  return JSON.stringify(object).slice(1);
}

/** Hands out the turns of one attempt after the other. */
function createReader(pages: AsyncIterable<readonly Turn[]>): {
  of(scenarioNo: number, attemptNo: number): AsyncGenerator<Turn>;
} {
  const turns = flatten(pages);
  let next: IteratorResult<Turn, void> | undefined;
  return {
    async *of(scenarioNo, attemptNo) {
      next ??= await turns.next();
      while (next.done !== true) {
        const turn = next.value;
        if (turn.scenarioNo !== scenarioNo || turn.attemptNo !== attemptNo) return;
        yield turn;
        next = await turns.next();
      }
    },
  };
}

async function* flatten(pages: AsyncIterable<readonly Turn[]>): AsyncGenerator<Turn, void> {
  for await (const page of pages) yield* page;
}
