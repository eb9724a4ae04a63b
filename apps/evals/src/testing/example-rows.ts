import { RunId } from '@fairtrial/contracts';
import { randomUUIDv7 } from 'node:crypto';
import type { JudgementRow } from '../db/grading/judgements.ts';
import type { PlannedInteraction, PlannedScenario, Run, RunPlan } from '../entities/run.ts';
import type { GradedTurn, Turn } from '../entities/turn.ts';
import { newRunIds } from '../runs/plan/new-ids.ts';

/** Rows for tests: every field has a value, and a test overrides the fields that matter to it. */
export function exampleInteraction(changes: Partial<PlannedInteraction> = {}): PlannedInteraction {
  return {
    id: 'i',
    user_message: 'Hello',
    reference_reply: 'Hi',
    interaction_type: 'opening',
    reference_metadata: {},
    extra: {},
    ...changes,
  };
}

export function exampleScenario(changes: Partial<PlannedScenario> = {}): PlannedScenario {
  const interactions = [exampleInteraction()];
  return { id: 's', name: 's', description: '', interactions, extra: {}, ...changes };
}

export function examplePlan(changes: Partial<RunPlan> = {}): RunPlan {
  return {
    testName: 't',
    endpoint: 'http://x',
    modelId: 'm',
    attempts: 1,
    protocol: 'auto',
    history: 'live',
    concurrency: 1,
    systemPrompt: undefined,
    parameters: {},
    weights: { reply: 0.7, metadata: 0.3 },
    scorers: undefined,
    modelScorers: [],
    grading: undefined,
    prices: {},
    scenarios: [exampleScenario()],
    baselineRunId: undefined,
    isSimulated: false,
    gates: [],
    warnings: [],
    extra: {},
    ...changes,
  };
}

let lastTime = Date.now();

/** Runs sort in the order in which they are made, also within a millisecond and if the clock goes back. */
function nextRunId(): RunId {
  lastTime += 1;
  return newRunIds(new Date(lastTime))[0];
}

export function exampleRun(changes: Partial<Run> = {}): Run {
  return {
    id: nextRunId(),
    project: 'default',
    tags: [],
    branch: undefined,
    partnerId: undefined,
    isAgainst: false,
    state: 'running',
    isCancelled: false,
    stopGrading: false,
    stoppedBy: undefined,
    revision: 1,
    createdAt: new Date(),
    finishedAt: undefined,
    plan: examplePlan(),
    ...changes,
  };
}

export function exampleTurn(changes: Partial<Turn> = {}): Turn {
  return {
    runId: RunId.parse(randomUUIDv7()),
    scenarioNo: 0,
    attemptNo: 0,
    turnNo: 0,
    try: 0,
    reply: 'Hi',
    outcome: 'answered',
    error: undefined,
    sentMetadata: undefined,
    answeredBy: undefined,
    toolCalls: undefined,
    latencyMs: 1,
    usage: undefined,
    flags: [],
    protocol: 'agent',
    ...changes,
  };
}

/** A turn with its grades. */
export function exampleGraded(changes: Partial<GradedTurn> = {}): GradedTurn {
  return {
    ...exampleTurn(),
    revision: 1,
    generatedMetadata: {},
    metadataSource: undefined,
    scores: {},
    scoreDetails: {},
    checks: [],
    passed: undefined,
    ...changes,
  };
}

export function exampleJudgement(changes: Partial<JudgementRow> = {}): JudgementRow {
  return {
    scenarioNo: 0,
    attemptNo: 0,
    turnNo: 0,
    kind: 'judge',
    model: 'm',
    sampleNo: 0,
    promptDigest: '',
    outcome: 'judged',
    score: 1,
    result: {},
    usage: null,
    latencyMs: 1,
    ...changes,
  };
}
