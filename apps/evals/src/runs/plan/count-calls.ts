import { countScenarioTurns, isJudgedCheck, type CallRange } from '@fairtrial/contracts';
import { countInteractions, type PlannedScenario, type RunPlan } from '../../entities/run.ts';
import { doesTask } from './plan-grading.ts';

export interface RunCalls {
  /** Calls to the endpoint. */
  readonly endpoint: CallRange;
  /** Messages asked of the model of simulated users. */
  readonly users: CallRange;
  /** Calls to all judges. */
  readonly judges: CallRange;
}

/** How often a conversation that its simulated user spoils is played again at most. */
export const MAX_REPLAYS = 2;

/** If three comparisons with a reference disagree, two more are requested. Checks are not asked about again. */
const MAX_SAMPLES = 5;

type CountedPlan = Pick<RunPlan, 'scenarios' | 'attempts' | 'looks' | 'grading' | 'budget'>;

/**
 * Counts the calls of a run if every request is answered. Retries, annotations, probes of judges, embeddings and own
 * scorers are not counted.
 */
export function countCalls(plan: CountedPlan): RunCalls {
  const { scenarios, budget, looks } = plan;
  const simulated = scenarios.filter(({ user }) => user !== undefined);
  const userTurns = simulated.reduce((sum, { user }) => sum + (user?.max_turns ?? 0), 0);
  const turns = countInteractions(plan);
  const replayed = simulated.reduce((sum, one) => sum + countScenarioTurns(one), 0) * MAX_REPLAYS;
  const [least, most] = [looks?.[0]?.attempts ?? plan.attempts, plan.attempts];
  // A simulated user says something at least once.
  const atLeast = turns - userTurns + simulated.length;
  const calls = {
    endpoint: { least: atLeast * least, most: (turns + replayed) * most },
    users: { least: simulated.length * least, most: userTurns * (1 + MAX_REPLAYS) * most },
    judges: countJudgeCalls(plan, { least, most }),
  };
  if (budget === undefined || budget.calls >= calls.endpoint.most) return calls;
  const fitting = countFitting(scenarios, budget.calls);
  return {
    endpoint: { least: Math.min(calls.endpoint.least, fitting.least), most: fitting.most },
    users: { least: 0, most: Math.min(calls.users.most, budget.calls) },
    judges: { ...calls.judges, least: 0 },
  };
}

/** The calls of conversations that fit into a budget: one is started only if all of its turns do. */
function countFitting(scenarios: readonly PlannedScenario[], budget: number): CallRange {
  const turns = scenarios.map(countScenarioTurns);
  const longest = turns.reduce((most, one) => Math.max(most, one), 1);
  const isSimulated = scenarios.some(({ user }) => user !== undefined);
  const isUniform = !isSimulated && turns.every((one) => one === longest);
  const most = isUniform ? budget - (budget % longest) : budget;
  // The run stops at the first conversation that does not fit. Calls that a user who ends early leaves are used again.
  const least = isUniform ? most : Math.max(0, budget - longest + 1);
  return { least: isSimulated ? 0 : least, most };
}

function countJudgeCalls(
  { scenarios, grading }: CountedPlan,
  attempts: { readonly least: number; readonly most: number },
): CallRange {
  const { models = [], samples = 1 } = grading?.judge ?? {};
  const samplesOf = doesTask(grading, 'reference') ? samples : 0;
  const mostSamples = samplesOf === 3 ? MAX_SAMPLES : samplesOf;
  let [least, most] = [0, 0];
  for (const scenario of scenarios) {
    const references = countReferences(scenario);
    const questions = countQuestions(scenario) * samples;
    least += references * samplesOf + questions;
    const conversations = scenario.user === undefined ? 1 : 1 + MAX_REPLAYS;
    most += (references * mostSamples + questions) * conversations;
  }
  return {
    least: least * attempts.least * models.length,
    most: most * attempts.most * models.length,
  };
}

function countReferences({ interactions }: PlannedScenario): number {
  return interactions.filter(({ reference_reply: reference }) => reference !== '').length;
}

/** Questions to each judge about checks in words: one per reply that has some, one for the whole conversation, and its audit. */
function countQuestions({ checks = [], interactions, user }: PlannedScenario): number {
  const judged = interactions.filter((turn) => (turn.checks ?? []).some(isJudgedCheck)).length;
  return judged + Number(checks.some(isJudgedCheck)) + Number(user !== undefined);
}
