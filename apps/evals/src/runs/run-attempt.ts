import type { Endpoint } from '@assay/models';
import type { PlannedScenario, Run } from '../db/run.ts';
import type { AttemptKey, Turn } from '../db/turn.ts';
import { conversation } from './conversation.ts';
import { finishRun } from './finish-run.ts';
import type { RunServices } from './run-services.ts';
import { scoreOutcome } from './score-outcome.ts';

/** Plays one scenario once, turn by turn; the last attempt of a run finishes it. */
export async function runAttempt(
  services: RunServices,
  key: AttemptKey,
  signal: AbortSignal,
): Promise<void> {
  const run = await services.store.findRun(key.runId);
  const scenario = run?.plan.scenarios[key.scenarioNo];
  if (run === undefined || scenario === undefined) return; // deleted meanwhile
  const endpoint = services.endpoints.of(run);
  const played: Turn[] = [];
  for (const turnNo of scenario.interactions.keys()) {
    const turn = await playTurn({ run, scenario, endpoint, key, played, signal }, turnNo);
    await services.store.appendTurn(turn);
    played.push(turn);
  }
  if ((await services.store.finishAttempt(key)) === 0) await finishRun(services, run);
}

interface Play {
  readonly run: Run;
  readonly scenario: PlannedScenario;
  readonly endpoint: Endpoint;
  readonly key: AttemptKey;
  readonly played: readonly Turn[];
  readonly signal: AbortSignal;
}

async function playTurn(play: Play, turnNo: number): Promise<Turn> {
  const { run, scenario, endpoint, key, played, signal } = play;
  const attempt = `${run.id}/${key.scenarioNo}/${key.attemptNo}`;
  const outcome = await endpoint.call({
    model: run.plan.modelId,
    messages: conversation(run.plan, scenario, played),
    parameters: run.plan.parameters,
    headers: {
      'idempotency-key': `${attempt}/${turnNo}`,
      'x-assay-conversation': attempt,
      'x-assay-turn': String(turnNo),
    },
    signal,
  });
  const scored = scoreOutcome(outcome, { scenario, turnNo, weights: run.plan.weights });
  const afterFailure = played.some((turn) => turn.outcome === 'endpoint_failed');
  return {
    ...key,
    turnNo,
    ...scored,
    flags: afterFailure ? [...scored.flags, 'after_failure'] : scored.flags,
    protocol: endpoint.protocol,
  };
}
