import { MAX_SCORED_TURNS, type ScorerTurn } from '@fairtrial/contracts';
import type { CallWebhook } from '@fairtrial/models';
import {
  FIRST_VERSION,
  failedScore,
  readScorerReply,
  type OwnScore,
  type OwnScoreFailure,
} from '@fairtrial/scorers';
import { retryWhileUnavailable } from '../../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../../db/connection/sql.ts';
import type { GradingClaim } from '../../../db/grading/begin-grading.ts';
import { insertOwnScores, listOwnScores } from '../../../db/grading/own-scores.ts';
import { isSimulatedTurn, type PlannedOwnScorers, type Run } from '../../../entities/run.ts';
import type { SubjectOrdinals, TurnOrdinals } from '../../../entities/turn.ts';
import { buildKnownConversation } from '../../play/conversation.ts';
import { reportedCalls } from '../../play/reported-calls.ts';
import { NOTHING_FOUND, type Findings } from '../grader.ts';
import { GradingClaimLostError } from './judgement-store.ts';
import { oncePerPage, type AskingGrader, type TurnSubject } from './subject.ts';

/** The results of own scorers for one turn, by their names. */
type OwnScores = ReadonlyMap<string, OwnScore>;

interface Options {
  readonly tx: SqlExecutor;
  readonly run: Run;
  readonly claim: GradingClaim;
  readonly planned: PlannedOwnScorers;
  /** By name. */
  readonly callers: ReadonlyMap<string, CallWebhook>;
}

/** The own scorers of a run. Each result is stored before it is used, so that no turn is sent twice. */
export function ownScorers(options: Options): AskingGrader {
  const { planned, callers } = options;
  const scorers = planned.names.map((name) => {
    return { name, score: createOwnScorer(name, callers.get(name)) };
  });
  const scorePages = oncePerPage(async ({ subjects, signal }) => {
    const scored = subjects.filter(
      (subject) => !isSimulatedTurn(subject.scenario, subject.turn.turnNo),
    );
    const known = await loadKnown(options, scored);
    return Promise.all(
      scorers.map(async (scorer) => {
        const page = { scored, known, signal };
        return [scorer.name, await scorePage(options, scorer, page)] as const;
      }),
    );
  });
  return {
    name: 'own scorers',
    version: FIRST_VERSION, // theirs are not known
    async grade({ turn }, page) {
      const id = turnId(turn);
      const found = (await scorePages(page)).flatMap(([name, results]) => {
        const result = results.get(id);
        return result === undefined ? [] : [[name, result] as const];
      });
      return toFindings(new Map(found));
    },
  };
}

/** Stored results by scorer and turn. */
type Known = ReadonlyMap<string, ReadonlyMap<string, OwnScore>>;

async function loadKnown(
  { tx, claim, planned: { sinceRevision: since } }: Options,
  scored: readonly TurnSubject[],
): Promise<Known> {
  const [first, last] = [scored[0]?.turn, scored.at(-1)?.turn];
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

interface ScoredPage {
  readonly scored: readonly TurnSubject[];
  readonly known: Known;
  readonly signal: AbortSignal;
}

/** Returns the results of one scorer, by the id of the turn. */
async function scorePage(
  options: Options,
  { name, score }: { readonly name: string; readonly score: OwnScorer },
  { scored, known, signal }: ScoredPage,
): Promise<ReadonlyMap<string, OwnScore>> {
  const results = new Map(known.get(name));
  const missing = scored.filter(({ turn }) => !results.has(turnId(turn)));
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

function toScorerTurn(
  { plan }: Run,
  { turn, before, scenario, interaction }: TurnSubject,
): ScorerTurn {
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

/** Identifies a turn within its run. */
function turnId({ scenarioNo, attemptNo, turnNo }: SubjectOrdinals): string {
  return `${scenarioNo}/${attemptNo}/${turnNo}`;
}

/** Conversations are repeated with every turn, so a batch of long ones would become very large. */
const MAX_BATCH_CHARS = 4 * 1024 * 1024;

/** Splits turns into batches for one call each, by number and by size. A batch has at least one turn. */
export function* batchTurns(turns: Iterable<ScorerTurn>): Generator<readonly ScorerTurn[]> {
  let batch: ScorerTurn[] = [];
  let size = 0;
  for (const turn of turns) {
    const chars = JSON.stringify(turn).length;
    const isFull = batch.length === MAX_SCORED_TURNS || size + chars > MAX_BATCH_CHARS;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(turn);
    size += chars;
  }
  if (batch.length > 0) yield batch;
}

/** The results of one call to an own scorer. */
interface OwnScorerAnswer {
  /** False if the scorer was not called. */
  readonly wasCalled: boolean;
  /** By the id of the turn. */
  readonly results: ReadonlyMap<string, OwnScore>;
  readonly latencyMs: number;
}

/** Scores a batch of turns. Only the caller's abort reason is thrown. */
type OwnScorer = (turns: readonly ScorerTurn[], signal: AbortSignal) => Promise<OwnScorerAnswer>;

/** After this many consecutive calls without a score the scorer is not called again. */
const MAX_FAILURES = 3;

/** `call` is `undefined` if this process does not know the scorer. */
function createOwnScorer(name: string, call: CallWebhook | undefined): OwnScorer {
  let failures = 0;
  return async (turns, signal) => {
    const ids = turns.map(({ id }) => id);
    if (call === undefined) return notCalled(ids, notRegistered(name));
    if (failures >= MAX_FAILURES) return notCalled(ids, circuitOpen(name));
    const start = performance.now();
    const answer = await call(JSON.stringify({ turns }), signal);
    const results =
      answer.state === 'answered'
        ? readScorerReply(answer.text, ids)
        : failAll(ids, failedScore(answer.kind, answer.message));
    const isUsable = results.values().some(({ state }) => state === 'scored');
    failures = isUsable ? 0 : failures + 1;
    return { wasCalled: true, results, latencyMs: performance.now() - start };
  };
}

function notCalled(ids: readonly string[], failure: OwnScoreFailure): OwnScorerAnswer {
  return { wasCalled: false, results: failAll(ids, failure), latencyMs: 0 };
}

function failAll(
  ids: readonly string[],
  failure: OwnScoreFailure,
): ReadonlyMap<string, OwnScoreFailure> {
  return new Map(ids.map((id) => [id, failure]));
}

function notRegistered(name: string): OwnScoreFailure {
  return failedScore('bad_endpoint', `this worker has no scorer ${name}: set SCORERS for it, too`);
}

function circuitOpen(name: string): OwnScoreFailure {
  const message = `${name} gave no score in ${MAX_FAILURES} calls in a row, so it was not called`;
  return failedScore('circuit_open', message);
}

/** The key of `score_details` that has the results of own scorers. */
export const OWN_SCORERS_DETAIL = 'own_scorers';

/** The part of `score_details` about one own scorer. */
export interface OwnScorerDetail {
  readonly score: number | null;
}

/** The grades of own scorers for one turn, with the details and flags that explain them. */
function toFindings(scores: OwnScores): Findings {
  if (scores.size === 0) return NOTHING_FOUND;
  const results = Array.from(scores, ([name, { state, ...result }]) => {
    const score = 'score' in result ? result.score : null;
    return { name, score, detail: { ...result, score } satisfies OwnScorerDetail, state };
  });
  const details = Object.fromEntries(results.map(({ name, detail }) => [name, detail]));
  return {
    own: Object.fromEntries(results.map(({ name, score }) => [name, score])),
    details: { [OWN_SCORERS_DETAIL]: details },
    flags: results.some(({ state }) => state === 'scorer_failed') ? ['scorer_failed'] : [],
  };
}
