import {
  DEFAULT_USER_TURNS,
  DEFAULT_WEIGHTS,
  type Check,
  type Interaction,
  type ModelPrices,
  type TestBatch,
} from '@fairtrial/contracts';
import type {
  PlannedInteraction,
  PlannedScenario,
  PlannedUser,
  RunPlan,
} from '../../entities/run.ts';
import { checkGates } from './check-gates.ts';
import { planStop, warnOfSingleLook } from './check-stop-early.ts';
import { planHistory, planProtocol, warnOfTarget, type ResolvedRequest } from './check-target.ts';
import { checkFieldNames, EVALUATION_FIELDS } from './unknown-fields.ts';
import { listModelScorers, selectPrices, type AvailableModels, planUser } from './plan-grading.ts';
import { planGraders } from './plan-own-scorers.ts';
import { checkChoices, checkLimits, warnOfDuplicateIds, type RunLimits } from './validate.ts';

export interface PlanContext {
  readonly newId: () => string;
  readonly limits: RunLimits;
  readonly maxConcurrency: number;
  readonly models: AvailableModels;
  readonly prices: ModelPrices;
  /** `undefined`: no model is simulated. */
  readonly simulated: SimulatedEndpoints | undefined;
}

const DEFAULT_CONCURRENCY = 8;

/** Fills in every default, so that no later step needs to know them. Throws if a run is too large or impossible. */
export function planRun(request: ResolvedRequest, context: PlanContext): RunPlan {
  const {
    test_batch,
    dataset, // its scenarios are in test_batch
    endpoint,
    model_id,
    attempts = 1,
    test_name,
    target,
    concurrency = DEFAULT_CONCURRENCY,
    budget,
    system_prompt,
    parameters: { stream: _stream, ...parameters } = {},
    weights = DEFAULT_WEIGHTS,
    scorers,
    judge,
    pass_threshold,
    against,
  } = request;
  checkChoices(request, context.models.ownScorers);
  const scenarios = [test_batch].flat().map((batch) => planScenario(batch, context.newId));
  // Checked first, because the following steps take time for each scenario.
  checkLimits(
    { scenarios, attempts },
    context.limits,
    dataset === undefined ? undefined : '/dataset',
  );
  const user = planUser(scenarios, context.models);
  const grading = planFirstGrading(request, scenarios, context.models);
  const plan = {
    testName: test_name ?? scenarios[0]?.id ?? '',
    endpoint,
    modelId: model_id,
    attempts,
    ...planStop(request, scenarios.length),
    protocol: planProtocol(request),
    target,
    history: planHistory(request),
    concurrency: Math.min(concurrency, context.maxConcurrency),
    budget,
    systemPrompt: system_prompt,
    parameters,
    weights,
    scorers,
    judge,
    modelScorers: listModelScorers(grading),
    grading,
    ...(user && { user }),
    prices: selectPrices({ modelId: model_id, grading, user }, context.prices),
    passThreshold: pass_threshold,
    scenarios,
    isSimulated: isSimulated(endpoint, context.simulated),
    baselineRunId: undefined, // resolved when the run is stored
    against,
    warnings: listWarnings(request, { scenarios, grading }, context),
    extra: listUnknownFields(request),
  };
  return { ...plan, gates: checkGates(toRequestedGates(request), plan) };
}

/** Fields that are echoed, because the service does not know them. */
function listUnknownFields(request: ResolvedRequest): RunPlan['extra'] {
  const fields = Object.entries(request);
  return Object.fromEntries(fields.filter(([name]) => !EVALUATION_FIELDS.names.has(name)));
}

function planFirstGrading(
  { model_id: modelId, scorers, weights = DEFAULT_WEIGHTS, judge }: ResolvedRequest,
  scenarios: RunPlan['scenarios'],
  models: AvailableModels,
): RunPlan['grading'] {
  return planGraders({ modelId, scorers, weights, judge, scenarios, sinceRevision: 1 }, models);
}

function toRequestedGates({
  gates,
  baseline,
  against,
}: ResolvedRequest): Parameters<typeof checkGates>[0] {
  return { gates, hasBaseline: baseline !== undefined || against !== undefined };
}

function listWarnings(
  request: ResolvedRequest,
  { scenarios, grading }: Pick<RunPlan, 'scenarios' | 'grading'>,
  context: PlanContext,
): readonly string[] {
  return [
    ...checkFieldNames(request),
    ...warnOfDuplicateIds(scenarios),
    ...warnOfSingleLook(request, scenarios.length),
    ...warnOfTarget(request),
    ...warnOfChanges(request, context),
    ...warnOfSimulatedJudge(request, grading, context),
  ];
}

/** A simulated judge only knows the samples: its scores of a real endpoint are meaningless. */
function warnOfSimulatedJudge(
  { endpoint }: ResolvedRequest,
  grading: RunPlan['grading'],
  { simulated }: PlanContext,
): readonly string[] {
  const isJudged = listModelScorers(grading).length > 0;
  if (simulated === undefined || !isJudged || isSimulated(endpoint, simulated)) return [];
  return [
    'the judge is simulated, so its scores of this endpoint mean nothing: switch it off (judge: false), or start the service without simulated models and set JUDGE_MODEL',
  ];
}

/** Warnings about settings of the request that the run does not follow. */
function warnOfChanges(
  { concurrency = DEFAULT_CONCURRENCY, parameters }: ResolvedRequest,
  { maxConcurrency }: PlanContext,
): readonly string[] {
  const stream = 'parameters.stream was ignored: replies are read as a whole';
  const lowered = `concurrency ${concurrency} was lowered to ${maxConcurrency}`;
  return [
    ...(parameters?.['stream'] === undefined ? [] : [stream]),
    ...(concurrency <= maxConcurrency ? [] : [lowered]),
  ];
}

/** Fills in the defaults of a scenario. */
export function planScenario(batch: TestBatch, newId: () => string): PlannedScenario {
  const { id = newId(), name = id, description = '', checks = [], interactions, ...rest } = batch;
  const { user, ...extra } = rest;
  return {
    id,
    name,
    description,
    ...(checks.length > 0 && { checks: checks.map(planCheck) }),
    interactions: interactions.map((interaction, at) => planInteraction(interaction, at, newId)),
    ...(user && { user: planSimulatedUser(user) }),
    extra,
  };
}

function planSimulatedUser(user: NonNullable<TestBatch['user']>): PlannedUser {
  const { goal, persona, facts = {}, max_turns = DEFAULT_USER_TURNS } = user;
  return { goal, ...(persona !== undefined && { persona }), facts, max_turns };
}

function planInteraction(
  interaction: Interaction,
  at: number,
  newId: () => string,
): PlannedInteraction {
  const {
    id = newId(),
    user_message,
    reference_reply = '',
    interaction_type = at === 0 ? 'opening' : 'development',
    reference_metadata = {},
    checks = [],
    agent_reply: _reply, // filled in by the run
    generated_metadata: _metadata,
    ...extra
  } = interaction;
  return {
    id,
    user_message,
    reference_reply,
    interaction_type,
    reference_metadata,
    checks: checks.map(planCheck),
    extra,
  };
}

/** The check without the fields of an earlier result. */
function planCheck(check: Check): Check {
  const { passed: _passed, detail: _detail, ...rest } = check;
  if ('tools' in rest) {
    const { calls: _calls, calls_left_out: _leftOut, ...expected } = rest;
    return expected;
  }
  if (!('text' in rest) && !('never' in rest)) return rest;
  const { verdict: _verdict, evidence: _evidence, reason: _reason, ...judged } = rest;
  return judged;
}

/** The simulated models and the agent backend that calls them, as started by `npm start -- --simulated`. */
interface SimulatedEndpoints {
  readonly addresses: readonly string[];
}

/** True if the endpoint is simulated. The same service can also test other endpoints, whose results are real. */
function isSimulated(endpoint: string, simulated: SimulatedEndpoints | undefined): boolean {
  const place = toPlace(endpoint);
  return simulated?.addresses.some((address) => toPlace(address) === place) === true;
}

/** Host and port. All names of this machine count as the same host. */
function toPlace(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  const { hostname, port, protocol } = url;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return `${isLocal ? 'local' : hostname}:${port || protocol}`;
}
