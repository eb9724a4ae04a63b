import type { SessionId } from '@assay/contracts';
import { isOtherModel, NO_FALLBACK, type Endpoint, type ModelOutcome } from '@assay/models';
import type { AttemptClaim } from '../../db/attempts/claim-attempts.ts';
import type { PlannedScenario, Run } from '../../db/runs/run.ts';
import type { Turn } from '../../db/turns/turn.ts';
import { scoreOutcome } from '../scoring/score-outcome.ts';
import { buildConversation } from './conversation.ts';
import type { AppendResult, TurnWriter } from './turn-writer.ts';
import { createYielder } from './yielder.ts';

interface AttemptOptions {
  readonly run: Run;
  readonly endpoint: Endpoint;
  /** With a budget: reserves one more call; returns false if none is left. */
  readonly reserveCall: (() => Promise<boolean>) | undefined;
  readonly claim: AttemptClaim;
  /** Turns of this attempt that are already stored, by another worker or an earlier try. */
  readonly storedTurns: readonly Turn[];
  /** True if the attempt was reclaimed from a worker that crashed: its last call may already have been sent. */
  readonly isResumed: boolean;
  readonly turnWriter: TurnWriter;
  /** The lane that continues after the last turn. */
  readonly nextLane: () => string;
  /** Checked between two turns. True if another worker should play the rest. */
  readonly isPaused: () => boolean;
  /** Returns when a request must be started, by performance.now(). Throws if another worker has the claim. */
  readonly beforeRequest: () => Promise<number>;
  readonly signal: AbortSignal;
}

/**
 * over: every turn is stored; `nextClaim` is the next attempt of the lane. lost: another worker has the claim.
 * between_turns: another worker plays the rest, and no call is in flight.
 */
type AttemptResult =
  | { readonly state: 'over'; readonly nextClaim: AttemptClaim | undefined }
  | { readonly state: 'lost' | 'between_turns' };

const yieldToOthers = createYielder();

/** Plays one scenario once, turn by turn. Each turn is stored before the next one starts. */
export async function runAttempt(options: AttemptOptions): Promise<AttemptResult> {
  const { run, claim, turnWriter } = options;
  const { runId, scenarioNo, attemptNo } = claim;
  const { partnerId, project } = run;
  const scenario = run.plan.scenarios[scenarioNo];
  if (scenario === undefined) throw new Error(`run ${run.id} has no scenario ${scenarioNo}`);
  const turns = scenario.interactions.map((_, turnNo) =>
    options.storedTurns.find((turn) => turn.turnNo === turnNo),
  );
  const missing = [...turns.keys()].filter((turnNo) => turns[turnNo] === undefined);
  const unsent: Promise<AppendResult>[] = [];
  for (const turnNo of missing) {
    if (options.isPaused()) return { state: 'between_turns' };
    const isLast = turnNo === missing.at(-1);
    const before = turns.slice(0, turnNo).filter((turn) => turn !== undefined);
    const session = before.findLast((turn) => turn.session !== undefined)?.session;
    const isResent = options.isResumed && turnNo === missing[0];
    const next = { scenario, turnNo, before, session, isResent };
    const { turn, unusedCalls } = await playTurn(options, next);
    turns[turnNo] = turn;
    if (!isLast && wasNotSent(turn, session)) {
      const entry = { turn, claim, nextLane: undefined, partnerId, project, unusedCalls };
      unsent.push(turnWriter.append(entry));
      continue;
    }
    const appended = await Promise.all(unsent.splice(0));
    if (appended.some(({ isStored }) => !isStored)) return { state: 'lost' };
    const nextLane = isLast ? options.nextLane() : undefined;
    const entry = { turn, claim, nextLane, partnerId, project, unusedCalls };
    const { isStored, nextClaim } = await turnWriter.append(entry);
    if (!isStored) return { state: 'lost' };
    if (isLast) return { state: 'over', nextClaim };
  }
  // Storing the last turn ends an attempt, so attempts without missing turns are never claimed.
  throw new Error(`attempt ${runId}/${scenarioNo}/${attemptNo} has nothing to play`);
}

/**
 * A turn that cost nothing can be replayed, so there is no need to wait until it is stored. A session that was opened
 * for it is stored before the next turn uses it.
 */
function wasNotSent(turn: Turn, session: SessionId | undefined): boolean {
  return turn.error?.kind === 'circuit_open' && turn.session === session;
}

interface NextTurn {
  readonly scenario: PlannedScenario;
  readonly turnNo: number;
  readonly before: readonly Turn[];
  /** Of the last turn that has one. */
  readonly session: SessionId | undefined;
  readonly isResent: boolean;
}

interface PlayedTurn {
  readonly turn: Turn;
  /** Calls that were reserved for the turn and not made. */
  readonly unusedCalls: number | undefined;
}

async function playTurn(options: AttemptOptions, next: NextTurn): Promise<PlayedTurn> {
  const { run, endpoint, reserveCall, claim } = options;
  const { scenario, turnNo, before, session, isResent } = next;
  const { runId, scenarioNo, attemptNo } = claim;
  let repeated = 0;
  const reserveRequest = async (): Promise<boolean> => {
    repeated += 1;
    return reserveCall === undefined || (await reserveCall());
  };
  const outcome = isSessionMissing(run, next)
    ? SESSION_MISSING
    : await callEndpoint(options, next, reserveRequest);
  await yieldToOthers();
  const context = { scenario, turnNo, scoring: run.plan, pause: yieldToOthers };
  const scored = await scoreOutcome(outcome, context);
  const otherModel = findOtherModel(run.plan.modelId, outcome);
  const afterFailure = before.some((turn) => turn.outcome === 'endpoint_failed');
  const turn = {
    runId,
    scenarioNo,
    attemptNo,
    turnNo,
    try: claim.try,
    ...scored,
    scoreDetails: { ...scored.scoreDetails, ...(otherModel && { other_model: otherModel }) },
    flags: [
      ...scored.flags,
      ...(otherModel ? ['other_model'] : []),
      ...(afterFailure ? ['after_failure'] : []),
      ...(isResent ? ['resent'] : []),
    ],
    protocol: endpoint.protocol,
    session: outcome.session ?? session,
  };
  const isUnused = reserveCall !== undefined && usedNoCall(outcome, repeated);
  return { turn, unusedCalls: isUnused ? 1 : undefined };
}

/** True if no request of the turn itself was sent. Opening a session is not counted in the budget. */
function usedNoCall(outcome: ModelOutcome, repeated: number): boolean {
  if (outcome.state !== 'failed') return false;
  return outcome.isUnsent === true || (outcome.error.tries === 0 && repeated === 0);
}

/** A turn without the session of the turns before it would begin another conversation. */
function isSessionMissing({ plan }: Run, { turnNo, session }: NextTurn): boolean {
  return plan.target?.session !== undefined && turnNo > 0 && session === undefined;
}

const SESSION_MISSING: ModelOutcome = {
  state: 'failed',
  reached: false,
  error: {
    kind: 'circuit_open',
    status: null,
    message: 'not sent: the session was not started, because an earlier turn failed; retry the run',
    tries: 0,
    elapsed_ms: 0,
  },
};

function callEndpoint(
  { run, endpoint, beforeRequest, claim, signal }: AttemptOptions,
  { scenario, turnNo, before, session }: NextTurn,
  reserveRequest: () => Promise<boolean>,
): Promise<ModelOutcome> {
  const { runId, scenarioNo, attemptNo } = claim;
  const attemptId = `${runId}/${scenarioNo}/${attemptNo}`;
  return endpoint.call({
    model: run.plan.modelId,
    messages: buildConversation(run.plan, scenario, before),
    parameters: run.plan.parameters,
    headers: {
      'idempotency-key': `${attemptId}/${turnNo}${claim.try === 0 ? '' : `/${claim.try}`}`,
      'x-assay-conversation': attemptId,
      'x-assay-turn': String(turnNo),
      ...NO_FALLBACK,
    },
    reserveRequest,
    beforeRequest,
    context: { runId, attempt: attemptNo, turn: turnNo },
    session,
    signal,
  });
}

/** The model that answered, if it is not the requested one. */
function findOtherModel(
  asked: string,
  outcome: ModelOutcome,
): { readonly answered_by: string } | undefined {
  if (outcome.state !== 'answered' || outcome.model === undefined) return undefined;
  return isOtherModel(asked, outcome.model) ? { answered_by: outcome.model } : undefined;
}
