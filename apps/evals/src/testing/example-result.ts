import type { Headline, MetricStats } from '@fairtrial/contracts';
import {
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleGraded,
} from './example-rows.ts';
import { packMeans } from '../entities/attempt-means.ts';
import type { RunSummary } from '../db/runs/run-summary.ts';
import type { PlannedScenario } from '../entities/run.ts';
import type { GradedConversation, GradedTurn } from '../entities/turn.ts';
import type { RunResult } from '../runs/read/run-result.ts';

/** A result with the same text everywhere that a caller or an endpoint can put one. */
export function exampleResult(text: string, turn: Partial<GradedTurn> = {}): RunResult {
  const interaction = exampleInteraction({ id: text, user_message: text, reference_reply: text });
  const scenario = exampleScenario({ id: text, name: text, interactions: [interaction] });
  return exampleResultFrom([scenario], [exampleGraded({ reply: text, ...turn })]);
}

/** A completed run of these scenarios; its test and its model are named after the first. */
export function exampleResultFrom(
  scenarios: readonly PlannedScenario[],
  turns: readonly GradedTurn[],
  conversations: readonly GradedConversation[] = [],
): RunResult {
  const name = scenarios[0]?.name ?? '';
  const plan = examplePlan({ scenarios, testName: name, modelId: name, endpoint: name });
  return {
    run: exampleRun({ plan, state: 'completed' }),
    summary: exampleSummary(scenarios.length),
    turns: toPages(turns),
    conversations: inOrder(conversations),
  };
}

export function exampleStats(changes: Partial<MetricStats> = {}): MetricStats {
  return {
    mean: 0.5,
    sd: null,
    se: null,
    ci95: null,
    n: 1,
    min: 0,
    max: 1,
    coverage: 1,
    bounds: [0.5, 0.5],
    ...changes,
  };
}

export function exampleHeadline(changes: Partial<Headline> = {}): Headline {
  return {
    result: 'passed',
    status: 'pass',
    exit_code: 0,
    basis: 'similarity',
    title: 'overall 0.500',
    why: 'No required check failed.',
    next: null,
    ...changes,
  };
}

function exampleSummary(scenarios: number): RunSummary {
  const stats = { answered: exampleStats({ mean: 1 }), overall: exampleStats() };
  const averageScores = { answered: 1, overall: 0.5 };
  const scenario = { averageScores, stats, attempts: packMeans([averageScores]) };
  return {
    message: 'Evaluation completed successfully',
    protocol: 'openai',
    duration_ms: 1,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    cost: { currency: 'USD', model: null, judge: null, total: null },
    stats,
    passes: null,
    headline: exampleHeadline(),
    warnings: [],
    scenarios: Array.from({ length: scenarios }, () => scenario),
  };
}

async function* toPages(turns: readonly GradedTurn[]): AsyncGenerator<readonly GradedTurn[]> {
  for (const turn of turns) yield [turn];
}

export async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function* inOrder(
  conversations: readonly GradedConversation[],
): AsyncGenerator<GradedConversation> {
  yield* conversations;
}
