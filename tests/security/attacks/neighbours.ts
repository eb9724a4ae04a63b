import type { ServerResponse } from 'node:http';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { endOf, post, startRun } from '../runner/calls.ts';

const RUNS = 10;
/** How much longer the one turn of another project may take than when it is alone. */
const MAX_EXTRA_MS = 3000;

/** A project whose endpoint never answers leaves room for the others. */
const tarpit: ScriptedAttack = {
  name: `${RUNS} runs of another project at an endpoint that never answers`,
  async play(environment) {
    const held = new Set<ServerResponse>();
    environment.answerAs('tarpit', (_, response) => void held.add(response));
    const request = post('/evaluate', environment.evaluation(), 'beta');
    const alone = await environment.send(request);
    const test_batch = Array.from({ length: 100 }, (_, no) => ({
      id: `${no}`,
      interactions: [{ user_message: 'x' }],
    }));
    const runs: string[] = [];
    for (let no = 0; no < RUNS; no += 1) {
      runs.push(await startRun(environment, { model_id: 'tarpit', test_batch, concurrency: 64 }));
    }
    const beside = await environment.send(request).catch(() => undefined);
    for (const run of runs) await environment.send(post(`/runs/${run}/cancel`));
    for (const response of held) response.destroy();
    for (const run of runs) await endOf(environment, run);
    if (beside === undefined) return 'the other project gets no answer';
    if (beside.status !== 200) return `the other project is answered ${beside.status}`;
    const extra = beside.elapsedMs - alone.elapsedMs;
    return extra > MAX_EXTRA_MS
      ? `the other project waits ${Math.round(extra)} ms longer`
      : undefined;
  },
};

export const attackClass: AttackClass = {
  title: 'neighbours',
  attacks: () => [tarpit],
};
