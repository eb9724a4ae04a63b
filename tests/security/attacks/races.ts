import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { endOf, get, post, runIdOf, startRun } from '../runner/calls.ts';
import type { AttackRequest } from '../runner/request.ts';

const AT_ONCE = 20;

/** Concurrent duplicates of a request create one run. */
function attackSameKey(): readonly ScriptedAttack[] {
  return [1, 2, 3].map((no) => ({
    name: `the same Idempotency-Key ${AT_ONCE} times at once, no. ${no}`,
    async play(environment) {
      const request = post('/evaluate', environment.evaluation({ test_name: `race ${no}` }));
      const headers = { 'idempotency-key': `race-${no}`, prefer: 'respond-async' };
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => environment.send({ ...request, headers })),
      );
      const failed = answers.find(({ status }) => status >= 500);
      if (failed !== undefined) return `answered ${failed.status}: ${failed.text.slice(0, 200)}`;
      const runs = new Set(answers.map(runIdOf).filter((id) => id !== undefined));
      return runs.size === 1 ? undefined : `${runs.size} runs were made`;
    },
  }));
}

/** The Idempotency-Key of one project reveals nothing about that of another. */
const sameKeyElsewhere: ScriptedAttack = {
  name: 'the Idempotency-Key of another project',
  async play(environment) {
    const headers = { 'idempotency-key': 'shared-key', prefer: 'respond-async' };
    const body = environment.evaluation({ test_name: 'of alpha' });
    const first = await environment.send({ ...post('/evaluate', body, 'alpha'), headers });
    const second = await environment.send({ ...post('/evaluate', body, 'beta'), headers });
    const [one, other] = [runIdOf(first), runIdOf(second)];
    return one !== undefined && one !== other ? undefined : `both got ${one ?? first.status}`;
  },
};

/** Every operation that changes a run. */
function changes(runId: string): readonly AttackRequest[] {
  const at = `/runs/${runId}`;
  return [
    post(`${at}/cancel`),
    { ...post(at), method: 'DELETE' },
    post(`${at}/rescore`, { pass_threshold: 0.5 }),
    post(`${at}/retry`),
    { ...post(`${at}/pin`), method: 'PUT' },
    { ...post(`${at}/pin`), method: 'DELETE' },
    post(`${at}/gate`, { gates: ['overall >= 0'] }),
    get(at),
    get(`${at}/export?format=csv`),
    get(`/compare?baseline=${runId}&candidate=${runId}`),
  ];
}

function attackChanges(): readonly ScriptedAttack[] {
  return Array.from({ length: 12 }, (_, no) => ({
    name: `cancel, delete, rescore, retry and pin a run at once, no. ${no + 1}`,
    async play(environment) {
      const runId = await startRun(environment, { attempts: 3 });
      if (no % 2 === 0) await endOf(environment, runId);
      const all = changes(runId);
      // A different order each time.
      const turned = [...all.slice(no % all.length), ...all.slice(0, no % all.length)];
      // An export breaks off if its run is deleted meanwhile. A crashed service is detected afterwards.
      const answers = await Promise.all(
        [...turned, ...turned].map((one) => environment.send(one).catch(() => undefined)),
      );
      const failed = answers.find((answer) => answer !== undefined && answer.status >= 500);
      return failed && `answered ${failed.status}: ${failed.text.slice(0, 200)}`;
    },
  }));
}

export const attackClass: AttackClass = {
  title: 'races',
  attacks: () => [...attackSameKey(), sameKeyElsewhere, ...attackChanges()],
};
