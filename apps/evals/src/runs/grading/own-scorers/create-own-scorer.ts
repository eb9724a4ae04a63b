import type { ScorerTurn } from '@fairtrial/contracts';
import type { CallWebhook } from '@fairtrial/models';
import {
  failedScore,
  readScorerReply,
  type OwnScore,
  type OwnScoreFailure,
} from '@fairtrial/scorers';

/** The results of one call to an own scorer. */
interface OwnScorerAnswer {
  /** False if the scorer was not called. */
  readonly wasCalled: boolean;
  /** By the id of the turn. */
  readonly results: ReadonlyMap<string, OwnScore>;
  readonly latencyMs: number;
}

/** Scores a batch of turns. Only the caller's abort reason is thrown. */
export type OwnScorer = (
  turns: readonly ScorerTurn[],
  signal: AbortSignal,
) => Promise<OwnScorerAnswer>;

/** After this many consecutive calls without a score the scorer is not called again. */
const MAX_FAILURES = 3;

/** `call` is `undefined` if this process does not know the scorer. */
export function createOwnScorer(name: string, call: CallWebhook | undefined): OwnScorer {
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
