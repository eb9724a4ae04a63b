import type { ServerResponse } from 'node:http';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { endOf, post, startRun } from '../runner/calls.ts';
import type { Environment } from '../runner/open-environment.ts';
import type { AttackRequest } from '../runner/request.ts';

const RUNS = 10;
/** Maximum additional time for the one turn of another project, compared with an idle service. */
const MAX_EXTRA_MS = 3000;
/** Takes the minimum of this many measurements, because other processes use the machine. */
const LOOKS = 3;

/** A project whose endpoint never answers leaves room for the others. */
const tarpit: ScriptedAttack = {
  name: `${RUNS} runs of another project at an endpoint that never answers`,
  async play(environment) {
    const held = new Set<ServerResponse>();
    environment.answerAs('tarpit', (_, response) => void held.add(response));
    // Uses another endpoint: calls to the same one could delay each other because it asked to slow down.
    const elsewhere = { endpoint: environment.modelUrl, model_id: 'sim/echo' };
    const request = post('/evaluate', environment.evaluation(elsewhere), 'beta');
    const alone = await environment.send(request);
    const test_batch = Array.from({ length: 100 }, (_, no) => ({
      id: `${no}`,
      interactions: [{ user_message: 'x' }],
    }));
    const runs: string[] = [];
    for (let no = 0; no < RUNS; no += 1) {
      runs.push(await startRun(environment, { model_id: 'tarpit', test_batch, concurrency: 64 }));
    }
    const beside = await measureShortest(environment, request, alone.elapsedMs + MAX_EXTRA_MS);
    for (const run of runs) await environment.send(post(`/runs/${run}/cancel`));
    for (const response of held) response.destroy();
    for (const run of runs) await endOf(environment, run);
    if (typeof beside === 'string') return `the other project is answered ${beside}`;
    const extraMs = Math.round(beside - alone.elapsedMs);
    return extraMs > MAX_EXTRA_MS ? `the other project waits ${extraMs} ms longer` : undefined;
  },
};

/** Returns the shortest time to an answer, retrying while it is too long; returns the answer if it is not 200. */
async function measureShortest(
  environment: Environment,
  request: AttackRequest,
  enoughMs: number,
): Promise<number | string> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS && shortest > enoughMs; look += 1) {
    const answer = await environment.send(request).catch(() => undefined);
    if (answer?.status !== 200) return String(answer?.status ?? 'nothing');
    shortest = Math.min(shortest, answer.elapsedMs);
  }
  return shortest;
}

export const attackClass: AttackClass = {
  title: 'neighbours',
  attacks: () => [tarpit],
};
