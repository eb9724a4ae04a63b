import { countScenarioTurns, type SessionId } from '@fairtrial/contracts';
import { NO_FALLBACK, type Endpoint, type ModelOutcome } from '@fairtrial/models';
import type { AttemptClaim } from '../../db/attempts/claim-attempts.ts';
import { isSimulatedTurn, type PlannedScenario, type Run } from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';
import { buildConversation } from './conversation.ts';
import { toFacts } from './to-facts.ts';
import type { AppendResult, TurnWriter } from './turn-writer.ts';
import {
  createUserPlayer,
  type NextMessage,
  type UserPlayer,
  type UserServices,
} from './user-player.ts';

interface AttemptOptions {
  readonly run: Run;
  readonly endpoint: Endpoint;
  /** Plays simulated users; `undefined` if the run has none. */
  readonly users: UserServices | undefined;
  /** With a budget: reserves one more call; returns false if none is left. */
  readonly reserveCall: (() => Promise<boolean>) | undefined;
  readonly claim: AttemptClaim;
  /** Turns of this attempt that are already stored, by another worker or an earlier try. */
  readonly storedTurns: readonly Turn[];
  /** True if the attempt was claimed before: the call after the last stored turn may already have been sent. */
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

/** Plays one scenario once, turn by turn. Each turn that was sent is stored before the next one starts. */
export async function runAttempt(options: AttemptOptions): Promise<AttemptResult> {
  const { run, claim } = options;
  const { runId, scenarioNo, attemptNo } = claim;
  const scenario = run.plan.scenarios[scenarioNo];
  if (scenario === undefined) throw new Error(`run ${run.id} has no scenario ${scenarioNo}`);
  const turns = Array.from({ length: countScenarioTurns(scenario) }, (_, turnNo) =>
    options.storedTurns.find((turn) => turn.turnNo === turnNo),
  );
  const missing = [...turns.keys()].filter((turnNo) => turns[turnNo] === undefined);
  const attempt = { scenario, turns, user: openUser(options, scenario), unsent: [] };
  for (const [at, turnNo] of missing.entries()) {
    if (options.isPaused()) return { state: 'between_turns' };
    const left = missing.length - at - 1;
    const end = await playNext(options, attempt, { turnNo, left, isFirst: at === 0 });
    if (end !== undefined) return end;
  }
  // Storing the last turn ends an attempt, so attempts without missing turns are never claimed.
  throw new Error(`attempt ${runId}/${scenarioNo}/${attemptNo} has nothing to play`);
}

interface Conversation {
  readonly scenario: PlannedScenario;
  /** Of all planned turns; `undefined` if it is not played yet. */
  readonly turns: (Turn | undefined)[];
  readonly user: UserPlayer | undefined;
  /** Turns that cost nothing and are being stored. */
  readonly unsent: Promise<AppendResult>[];
}

interface MissingTurn {
  readonly turnNo: number;
  /** Missing turns after this one. */
  readonly left: number;
  readonly isFirst: boolean;
}

/** Plays and stores one turn. Returns the result of the attempt if it ends with this turn. */
async function playNext(
  options: AttemptOptions,
  { scenario, turns, user, unsent }: Conversation,
  { turnNo, left, isFirst }: MissingTurn,
): Promise<AttemptResult | undefined> {
  const before = turns.slice(0, turnNo).filter((turn) => turn !== undefined);
  const said = await sayNext(user, { scenario, turnNo, before });
  if (said.state === 'lost') return LOST;
  if (said.state === 'failed') return endAttempt(options, { unplayed: left + 1 });
  const isResent = options.isResumed && isFirst && !said.isNew;
  const next = toNextTurn(scenario, { turnNo, before, isResent, said });
  const played = await playTurn(options, next);
  const { turn } = played;
  turns[turnNo] = turn;
  const isLast = left === 0 || endsConversation(scenario, { turn, before, said });
  if (!isLast && wasNotSent(turn, next.session)) {
    unsent.push(appendTurn(options, played));
    return undefined;
  }
  const appended = await Promise.all(unsent.splice(0));
  const isHeld = appended.every(({ isStored }) => isStored);
  if (isHeld && isLast) return endAttempt(options, { ...played, unplayed: left });
  const isStored = isHeld && (await appendTurn(options, played)).isStored;
  return isStored ? undefined : LOST;
}

const LOST = { state: 'lost' } as const;

async function sayNext(
  user: UserPlayer | undefined,
  { scenario, turnNo, before }: Pick<NextTurn, 'scenario' | 'turnNo' | 'before'>,
): Promise<NextMessage | typeof SCRIPTED> {
  return user !== undefined && isSimulatedTurn(scenario, turnNo) ? user.next(before) : SCRIPTED;
}

/** The message of a turn that is played now: of a simulated user, or of the script. */
type SaidMessage = Extract<NextMessage, { state: 'said' }> | typeof SCRIPTED;

const SCRIPTED = { state: 'scripted', isNew: false, isLast: false, message: undefined } as const;

function toNextTurn(
  scenario: PlannedScenario,
  { said, ...turn }: Pick<NextTurn, 'turnNo' | 'before' | 'isResent'> & { said: SaidMessage },
): NextTurn {
  const session = turn.before.findLast((one) => one.session !== undefined)?.session;
  return { ...turn, scenario, session, userMessage: said.message };
}

function openUser(options: AttemptOptions, scenario: PlannedScenario): UserPlayer | undefined {
  const { user } = scenario;
  if (user === undefined) return undefined;
  const { users, run } = options;
  if (users === undefined) throw new Error(`run ${run.id} has no model for its simulated users`);
  return createUserPlayer(users, { ...options, scenario, user });
}

interface EndedTurn {
  readonly turn: Turn;
  readonly before: readonly Turn[];
  readonly said: SaidMessage;
}

/**
 * True if a conversation with a simulated user ends before its last planned turn: the user says so, or a request failed,
 * because the user cannot answer a reply that does not exist. The script is played to its end, as without a user.
 */
function endsConversation(scenario: PlannedScenario, { turn, before, said }: EndedTurn): boolean {
  if (scenario.user === undefined || turn.turnNo < scenario.interactions.length - 1) return false;
  const isFailed = [...before, turn].some(({ outcome }) => outcome === 'endpoint_failed');
  return isFailed || said.isLast;
}

interface TurnToAppend {
  readonly turn?: Turn;
  readonly unusedCalls?: number | undefined;
  /** Set for the last turn: planned turns that are not played. */
  readonly unplayed?: number;
}

function appendTurn(
  { run, claim, nextLane, reserveCall, turnWriter }: AttemptOptions,
  { turn, unusedCalls = 0, unplayed }: TurnToAppend,
): Promise<AppendResult> {
  const unused = unusedCalls + (reserveCall === undefined ? 0 : (unplayed ?? 0));
  return turnWriter.append({
    run,
    turn,
    claim,
    nextLane: unplayed === undefined ? undefined : nextLane(),
    partnerId: run.partnerId,
    unusedCalls: unused || undefined,
    unplayedTurns: unplayed || undefined,
  });
}

/** Stores the last turn; without a turn, the attempt ends because the simulated user gave no message. */
async function endAttempt(options: AttemptOptions, last: TurnToAppend): Promise<AttemptResult> {
  const { isStored, nextClaim } = await appendTurn(options, last);
  return isStored ? { state: 'over', nextClaim } : { state: 'lost' };
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
  /** Of a simulated user. */
  readonly userMessage: string | undefined;
}

interface PlayedTurn {
  readonly turn: Turn;
  /** Calls that were reserved for the turn and not made. */
  readonly unusedCalls: number | undefined;
}

async function playTurn(options: AttemptOptions, next: NextTurn): Promise<PlayedTurn> {
  const { run, endpoint, reserveCall, claim } = options;
  const { turnNo, before, session, isResent, userMessage } = next;
  const { runId, scenarioNo, attemptNo } = claim;
  let repeated = 0;
  const reserveRequest = async (): Promise<boolean> => {
    repeated += 1;
    return reserveCall === undefined || (await reserveCall());
  };
  const outcome = isSessionMissing(run, next)
    ? SESSION_MISSING
    : await callEndpoint(options, next, reserveRequest);
  const facts = toFacts(run, outcome);
  const afterFailure = before.some((turn) => turn.outcome === 'endpoint_failed');
  const turn = {
    runId,
    scenarioNo,
    attemptNo,
    turnNo,
    try: claim.try,
    ...facts,
    flags: [
      ...facts.flags,
      ...(facts.answeredBy === undefined ? [] : ['other_model']),
      ...(afterFailure ? ['after_failure'] : []),
      ...(isResent ? ['resent'] : []),
    ],
    protocol: endpoint.protocol,
    userMessage,
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
  { scenario, turnNo, before, session, userMessage }: NextTurn,
  reserveRequest: () => Promise<boolean>,
): Promise<ModelOutcome> {
  const { runId, scenarioNo, attemptNo } = claim;
  const attemptId = `${runId}/${scenarioNo}/${attemptNo}`;
  return endpoint.call({
    model: run.plan.modelId,
    messages: buildConversation(run.plan, scenario, before, userMessage),
    parameters: run.plan.parameters,
    headers: {
      'idempotency-key': `${attemptId}/${turnNo}${claim.try === 0 ? '' : `/${claim.try}`}`,
      'x-fairtrial-conversation': attemptId,
      'x-fairtrial-turn': String(turnNo),
      ...NO_FALLBACK,
    },
    reserveRequest,
    beforeRequest,
    context: { runId, attempt: attemptNo, turn: turnNo },
    session,
    signal,
  });
}
