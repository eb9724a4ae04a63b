import type { ServerResponse } from 'node:http';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { endOf, post, startRun } from '../runner/calls.ts';

const RUNS = 10;

/** A project whose endpoint never answers leaves room for the others. */
const tarpit: ScriptedAttack = {
  name: `${RUNS} runs of another project at an endpoint that never answers`,
  async play(environment) {
    const held = new Set<ServerResponse>();
    let ended = 0;
    environment.answerAs('tarpit', (_, response) => {
      held.add(response);
      response.once('close', () => (ended += 1));
    });
    // Uses another endpoint: calls to the same one could delay each other because it asked to slow down.
    const elsewhere = { endpoint: environment.modelUrl, model_id: 'sim/echo' };
    const request = post('/evaluate', environment.evaluation(elsewhere), 'beta');
    const test_batch = Array.from({ length: 100 }, (_, no) => ({
      id: `${no}`,
      interactions: [{ user_message: 'x' }],
    }));
    const runs: string[] = [];
    for (let no = 0; no < RUNS; no += 1) {
      runs.push(await startRun(environment, { model_id: 'tarpit', test_batch, concurrency: 64 }));
    }
    const beside = await environment.send(request).catch(() => undefined);
    // They hang for 20 s, ten times as long as all this takes: the other project did not wait for them.
    const endedBefore = ended;
    for (const run of runs) await environment.send(post(`/runs/${run}/cancel`));
    for (const response of held) response.destroy();
    for (const run of runs) await endOf(environment, run);
    if (beside?.status !== 200)
      return `the other project is answered ${beside?.status ?? 'nothing'}`;
    return endedBefore > 0 ? `the other project waited for ${endedBefore} calls` : undefined;
  },
};

export const attackClass: AttackClass = {
  title: 'neighbours',
  attacks: () => [tarpit],
};
