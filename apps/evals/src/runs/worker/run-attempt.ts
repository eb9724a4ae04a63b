import type { Endpoint } from '@assay/models';
import type { AttemptClaim } from '../../db/attempts/attempt-claim.ts';
import type { PlannedScenario, Run } from '../../db/runs/run.ts';
import type { Turn } from '../../db/turns/turn.ts';
import { conversation } from './conversation.ts';
import type { TurnWriter, Recorded } from './turn-writer.ts';
import { scoreOutcome } from '../scoring/score-outcome.ts';
import { createYielder } from './yielder.ts';

export interface Play {
  readonly run: Run;
  readonly endpoint: Endpoint;
  readonly held: AttemptClaim;
  /** What was played of it before, by somebody else or on another try. */
  readonly played: readonly Turn[];
  /** Somebody else was at it when they fell silent: their last call may have been made already. */
  readonly isResumed: boolean;
  readonly journal: TurnWriter;
  /** The lane that goes on after the last turn. */
  readonly nextLane: () => string;
  /** Asked between two turns: whether to leave the rest to somebody else. */
  readonly isPaused: () => boolean;
  readonly signal: AbortSignal;
}

const slice = createYielder();

/** over: every turn is on record, and what its lane goes on with. lost: somebody else has it. */
export type Played =
  | { readonly state: 'over'; readonly following: AttemptClaim | undefined }
  | { readonly state: 'lost' | 'paused' };

/** Plays one scenario once, turn by turn; each is on record before the next one begins. */
export async function runAttempt(play: Play): Promise<Played> {
  const { run, held, journal } = play;
  const scenario = run.plan.scenarios[held.scenarioNo];
  if (scenario === undefined) throw new Error(`run ${run.id} has no scenario ${held.scenarioNo}`);
  const turns = scenario.interactions.map((_, turnNo) =>
    play.played.find((turn) => turn.turnNo === turnNo),
  );
  const missing = [...turns.keys()].filter((turnNo) => turns[turnNo] === undefined);
  const free: Promise<Recorded>[] = [];
  for (const turnNo of missing) {
    if (play.isPaused()) return { state: 'paused' };
    const isLast = turnNo === missing.at(-1);
    const before = turns.slice(0, turnNo).filter((turn) => turn !== undefined);
    const isResent = play.isResumed && turnNo === missing[0];
    const turn = await playTurn(play, { scenario, turnNo, before, isResent });
    turns[turnNo] = turn;
    if (!isLast && costsNothing(turn)) {
      free.push(journal.append({ turn, held, nextLane: undefined }));
      continue;
    }
    for (const { kept } of await Promise.all(free.splice(0))) if (!kept) return { state: 'lost' };
    const nextLane = isLast ? play.nextLane() : undefined;
    const { kept, following } = await journal.append({ turn, held, nextLane });
    if (!kept) return { state: 'lost' };
    if (isLast) return { state: 'over', following };
  }
  // Whoever wrote the last turn has ended the attempt with it.
  throw new Error(`attempt ${held.runId}/${held.scenarioNo}/${held.attemptNo} has nothing to play`);
}

/** What was never sent may be played again: no need to wait for its record. */
function costsNothing(turn: Turn): boolean {
  return turn.error?.kind === 'circuit_open';
}

interface Next {
  readonly scenario: PlannedScenario;
  readonly turnNo: number;
  readonly before: readonly Turn[];
  readonly isResent: boolean;
}

async function playTurn(play: Play, { scenario, turnNo, before, isResent }: Next): Promise<Turn> {
  const { run, endpoint, held, signal } = play;
  const { runId, scenarioNo, attemptNo } = held;
  const attempt = `${runId}/${scenarioNo}/${attemptNo}`;
  const outcome = await endpoint.call({
    model: run.plan.modelId,
    messages: conversation(run.plan, scenario, before),
    parameters: run.plan.parameters,
    headers: {
      'idempotency-key': `${attempt}/${turnNo}${held.try === 0 ? '' : `/${held.try}`}`,
      'x-assay-conversation': attempt,
      'x-assay-turn': String(turnNo),
    },
    signal,
  });
  await slice();
  const scored = await scoreOutcome(outcome, { scenario, turnNo, scoring: run.plan, pause: slice });
  const afterFailure = before.some((turn) => turn.outcome === 'endpoint_failed');
  return {
    runId,
    scenarioNo,
    attemptNo,
    turnNo,
    try: held.try,
    ...scored,
    flags: [
      ...scored.flags,
      ...(afterFailure ? ['after_failure'] : []),
      ...(isResent ? ['resent'] : []),
    ],
    protocol: endpoint.protocol,
  };
}
