import type { ScorerTurn } from '@fairtrial/contracts';
import type { CallWebhook } from '@fairtrial/models';
import type { OwnScore } from '@fairtrial/scorers';
import { retryWhileUnavailable } from '../../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../../db/connection/sql.ts';
import type { GradingClaim } from '../../../db/grading/begin-grading.ts';
import { insertOwnScores, listOwnScores } from '../../../db/grading/own-scores.ts';
import { isSimulatedTurn, type PlannedOwnScorers, type Run } from '../../../entities/run.ts';
import type { StoredTurn, Turn, TurnOrdinals } from '../../../entities/turn.ts';
import { reportedCalls } from '../../scoring/reported-calls.ts';
import { buildKnownConversation } from '../../worker/conversation.ts';
import { GradingClaimLostError } from '../judgement-store.ts';
import { batchTurns } from './batch-turns.ts';
import { createOwnScorer, type OwnScorer } from './create-own-scorer.ts';

/** A turn and the earlier turns of the same attempt. */
export interface TurnInAttempt {
  readonly turn: StoredTurn;
  readonly before: readonly Turn[];
}

/** The results of own scorers for one turn, by their names. */
export type OwnScores = ReadonlyMap<string, OwnScore>;

/** Returns the results of all own scorers of a run for a page of turns. Failed requests have none. */
export type ScoreReplies = (
  page: readonly TurnInAttempt[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<Turn, OwnScores>>;

interface Options {
  readonly tx: SqlExecutor;
  readonly run: Run;
  readonly claim: GradingClaim;
  /** By name. */
  readonly callers: ReadonlyMap<string, CallWebhook>;
}

/** Calls the own scorers of a run. Each result is stored before it is used, so that no turn is sent twice. */
export function scoreReplies(options: Options): ScoreReplies {
  const { run, callers } = options;
  const planned = run.plan.grading?.ownScorers;
  if (planned === undefined) return () => Promise.resolve(new Map());
  const scorers = planned.names.map((name) => {
    return { name, score: createOwnScorer(name, callers.get(name)) };
  });
  return async (page, signal) => {
    const answered = page.filter(({ turn }) => isScored(run, turn));
    const known = await loadKnown(options, planned, answered);
    const scored = await Promise.all(
      scorers.map((scorer) => scorePage(options, scorer, { answered, known, signal })),
    );
    return new Map(
      answered.map(({ turn }) => {
        const id = turnId(turn);
        const results = scorers.flatMap(({ name }, at) => {
          const result = scored[at]?.get(id);
          return result === undefined ? [] : [[name, result] as const];
        });
        return [turn, new Map(results)];
      }),
    );
  };
}

/** Stored results by scorer and turn. */
type Known = ReadonlyMap<string, ReadonlyMap<string, OwnScore>>;

async function loadKnown(
  { tx, claim }: Options,
  { sinceRevision: since }: PlannedOwnScorers,
  answered: readonly TurnInAttempt[],
): Promise<Known> {
  const [first, last] = [answered[0]?.turn, answered.at(-1)?.turn];
  if (first === undefined || last === undefined) return new Map();
  const { runId, revision } = claim;
  const rows = await listOwnScores(tx, { runId, since, revision, first, last });
  const byScorer = Map.groupBy(rows, ({ scorer }) => scorer);
  return new Map(
    Array.from(byScorer, ([scorer, of]) => [
      scorer,
      new Map(of.map((row) => [turnId(row), row.result as OwnScore])), // stored by storeResults
    ]),
  );
}

interface Page {
  readonly answered: readonly TurnInAttempt[];
  readonly known: Known;
  readonly signal: AbortSignal;
}

/** Returns the results of one scorer, by the id of the turn. */
async function scorePage(
  options: Options,
  { name, score }: { readonly name: string; readonly score: OwnScorer },
  { answered, known, signal }: Page,
): Promise<ReadonlyMap<string, OwnScore>> {
  const results = new Map(known.get(name));
  const missing = answered.filter(({ turn }) => !results.has(turnId(turn)));
  const turns = missing.values().map((each) => toScorerTurn(options.run, each));
  for (const batch of batchTurns(turns)) {
    const answer = await score(batch, signal);
    if (answer.wasCalled) {
      const rows = missing.flatMap(({ turn }) => {
        const result = answer.results.get(turnId(turn));
        return result === undefined ? [] : [toRow(turn, name, { ...answer, result })];
      });
      const { tx, claim } = options;
      const isClaimed = await retryWhileUnavailable(() => insertOwnScores(tx, claim, rows), signal);
      if (!isClaimed) throw new GradingClaimLostError();
    }
    for (const [id, result] of answer.results) results.set(id, result);
  }
  return results;
}

function toRow(
  { scenarioNo, attemptNo, turnNo }: TurnOrdinals,
  scorer: string,
  { result, latencyMs }: { readonly result: OwnScore; readonly latencyMs: number },
): Parameters<typeof insertOwnScores>[2][number] {
  const score = result.state === 'scored' ? result.score : null;
  const outcome = result.state;
  return { scenarioNo, attemptNo, turnNo, scorer, outcome, score, result, latencyMs };
}

function toScorerTurn({ plan }: Run, { turn, before }: TurnInAttempt): ScorerTurn {
  const scenario = plan.scenarios[turn.scenarioNo];
  const interaction = scenario?.interactions[turn.turnNo];
  if (scenario === undefined || interaction === undefined) {
    throw new Error(`run ${turn.runId} has no turn ${turn.scenarioNo}/${turn.turnNo}`);
  }
  const toolCalls = reportedCalls(turn, plan);
  return {
    id: turnId(turn),
    conversation: [...buildKnownConversation(plan, scenario, before)],
    reply: turn.reply,
    reference: interaction.reference_reply === '' ? null : interaction.reference_reply,
    metadata: interaction.reference_metadata,
    tool_calls: toolCalls === undefined ? null : [...toolCalls],
  };
}

/** Simulated turns have no scores of their own. */
function isScored({ plan }: Run, { outcome, scenarioNo, turnNo }: StoredTurn): boolean {
  const scenario = plan.scenarios[scenarioNo];
  const isSimulated = scenario !== undefined && isSimulatedTurn(scenario, turnNo);
  return outcome === 'answered' && !isSimulated;
}

/** Identifies a turn within its run. */
function turnId({ scenarioNo, attemptNo, turnNo }: TurnOrdinals): string {
  return `${scenarioNo}/${attemptNo}/${turnNo}`;
}
