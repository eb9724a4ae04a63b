import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  showAddress,
  type EvaluationResponse,
  type RunId,
  type ScenarioResult,
} from '@fairtrial/contracts';
import { unpackMeans } from '../../entities/attempt-means.ts';
import { listGradedConversations } from '../../db/grading/conversation-grades.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { type RunSummary, type ScenarioSummary, findSummary } from '../../db/runs/run-summary.ts';
import {
  hasResult,
  interactionAt,
  nameDataset,
  type PlannedScenario,
  type Run,
  type RunPlan,
} from '../../entities/run.ts';
import { listTurns } from '../../db/turns/list-turns.ts';
import type { AttemptOrdinals, GradedConversation, GradedTurn } from '../../entities/turn.ts';
import { showsCalls, toConversation, toInteraction } from './to-interaction.ts';

/** The result of a finished run. */
export interface RunResult {
  readonly run: Run;
  readonly summary: RunSummary;
  /** In order, read page by page, so that only one page is in memory. */
  readonly turns: AsyncIterable<readonly GradedTurn[]>;
  /** The results of the conversations that have checks, in order. */
  readonly conversations: AsyncIterable<GradedConversation>;
}

/** `undefined` if the run has no result (yet). */
export async function findResult(tx: SqlExecutor, id: RunId): Promise<RunResult | undefined> {
  const [run, summary] = await Promise.all([findRun(tx, id), findSummary(tx, id)]);
  if (run === undefined || summary === undefined || !hasResult(run)) return undefined;
  return {
    run,
    summary,
    turns: listTurns(tx, id),
    conversations: listGradedConversations(tx, id),
  };
}

export function withoutTurns(result: RunResult): RunResult {
  return { ...result, turns: noTurns(), conversations: noConversations() };
}

async function* noTurns(): AsyncGenerator<readonly GradedTurn[]> {
  // Yields no page.
}

async function* noConversations(): AsyncGenerator<GradedConversation> {
  // Yields nothing.
}

/** Streams an EvaluationResponse as JSON text: a run can have 100,000 interactions, too many for memory. */
export async function* writeAnswer({
  run,
  summary,
  turns,
  conversations,
}: RunResult): AsyncGenerator<string> {
  const { head, rest } = splitResponse(run, summary);
  yield `${openObject(head)},"results":{"scenarios":[`;
  const reader = createAttemptReader(turns);
  const readConversation = createConversationReader(conversations);
  for (const [scenarioNo, scenario] of run.plan.scenarios.entries()) {
    const scenarioSummary = summary.scenarios[scenarioNo];
    if (scenarioSummary === undefined) continue;
    yield `${scenarioNo === 0 ? '' : ','}${openObject(scenarioHead(scenario))},"attempts":[`;
    for (const [attemptNo, averageScores] of unpackMeans(scenarioSummary.attempts).entries()) {
      yield `${attemptNo === 0 ? '' : ','}{"interactions":[`;
      const played: Pick<GradedTurn, 'toolCalls' | 'flags'>[] = [];
      const onTurn = ({ toolCalls, flags }: GradedTurn): void => {
        if (showsCalls(scenario)) played.push({ toolCalls, flags });
      };
      const attempt = reader.readAttempt(scenarioNo, attemptNo);
      yield* writeInteractions({ scenario, plan: run.plan }, attempt, onTurn);
      const passed = scenarioSummary.attemptsPassed?.[attemptNo] ?? null;
      const result = await readConversation(scenarioNo, attemptNo);
      const conversation = result && { conversation: toConversation(run.plan, result, played) };
      yield `],${closeObject({ ...conversation, average_scores: averageScores, passed })}`;
    }
    yield `],${closeObject(scenarioRest(scenarioSummary))}`;
  }
  yield `]},${closeObject(rest)}`;
}

async function* writeInteractions(
  { scenario, plan }: { readonly scenario: PlannedScenario; readonly plan: RunPlan },
  turns: AsyncIterable<GradedTurn>,
  onTurn: (turn: GradedTurn) => void,
): AsyncGenerator<string> {
  let comma = '';
  for await (const turn of turns) {
    onTurn(turn);
    const interaction = interactionAt(scenario, turn);
    if (interaction === undefined) continue;
    yield comma + JSON.stringify(toInteraction(interaction, turn, plan));
    comma = ',';
  }
}

type ResponseFrame = Omit<EvaluationResponse, 'results'>;

function nameSource(plan: RunPlan): { readonly dataset?: string } {
  const dataset = nameDataset(plan);
  return dataset === null ? {} : { dataset };
}

/** The fields of the response before and after its results. */
function splitResponse(
  { id, plan, tags, revision, stoppedBy }: Run,
  { message, scenarios: _scenarios, judgeDoubt: _doubt, ...computed }: RunSummary,
): { readonly head: object; readonly rest: object } {
  const rest = {
    run_id: id,
    test_name: plan.testName,
    ...nameSource(plan),
    endpoint: showAddress(plan.endpoint),
    model_id: plan.modelId,
    attempts: plan.attempts,
    tags: [...tags],
    weights: plan.weights,
    pass_threshold: plan.passThreshold ?? null,
    ...(revision > 1 && { revision }),
    ...(stoppedBy && { stopped_by: stoppedBy }),
    ...(plan.baseline && { baseline: { run_id: plan.baselineRunId ?? null, ...plan.baseline } }),
    ...(plan.isSimulated && { simulated: true as const }),
    ...computed,
  } satisfies Omit<ResponseFrame, 'message'>;
  return { head: { ...plan.extra, message }, rest };
}

function scenarioHead(scenario: PlannedScenario): object {
  return {
    ...scenario.extra,
    scenario_id: scenario.id,
    name: scenario.name,
    description: scenario.description,
    ...(scenario.user && { user: scenario.user }),
  };
}

function scenarioRest({
  averageScores,
  stats,
  passes,
}: ScenarioSummary): Pick<ScenarioResult, 'average_scores' | 'stats' | 'passes'> {
  return { average_scores: averageScores, stats, passes: passes ?? null };
}

/** The JSON of an object without its closing brace. */
function openObject(object: object): string {
  return JSON.stringify(object).slice(0, -1);
}

/** The JSON of an object without its opening brace. */
function closeObject(object: object): string {
  return JSON.stringify(object).slice(1);
}

/** Reads the turns of one attempt after another. Attempts must be read in run order. */
function createAttemptReader(pages: AsyncIterable<readonly GradedTurn[]>): {
  readAttempt(scenarioNo: number, attemptNo: number): AsyncGenerator<GradedTurn>;
} {
  const turns = flatten(pages);
  let next: IteratorResult<GradedTurn, void> | undefined;
  return {
    async *readAttempt(scenarioNo, attemptNo) {
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

async function* flatten(
  pages: AsyncIterable<readonly GradedTurn[]>,
): AsyncGenerator<GradedTurn, void> {
  for await (const page of pages) yield* page;
}

/**
 * Finds the result of a conversation. Attempts must be read in run order; the same one can be read again, and attempts
 * without turns can be left out.
 */
export function createConversationReader(
  conversations: AsyncIterable<GradedConversation>,
): (scenarioNo: number, attemptNo: number) => Promise<GradedConversation | undefined> {
  const iterator = conversations[Symbol.asyncIterator]();
  let last: GradedConversation | undefined;
  let next: IteratorResult<GradedConversation> | undefined;
  return async (scenarioNo, attemptNo) => {
    const isAsked = (conversation: GradedConversation | undefined): boolean =>
      conversation?.scenarioNo === scenarioNo && conversation.attemptNo === attemptNo;
    if (isAsked(last)) return last;
    next ??= await iterator.next();
    while (next.done !== true && isEarlier(next.value, { scenarioNo, attemptNo })) {
      next = await iterator.next();
    }
    if (next.done === true || !isAsked(next.value)) return undefined;
    last = next.value;
    next = undefined;
    return last;
  };
}

function isEarlier(one: AttemptOrdinals, asked: AttemptOrdinals): boolean {
  return (
    one.scenarioNo < asked.scenarioNo ||
    (one.scenarioNo === asked.scenarioNo && one.attemptNo < asked.attemptNo)
  );
}
