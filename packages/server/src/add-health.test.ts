import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleServer } from './testing/example-server.ts';

it('GET /readyz names the failed check and does not reveal its error', async () => {
  const fault = new Error('connect ECONNREFUSED 10.1.2.3:5432, user fairtrial_prod');
  const checks = [
    { name: 'disk', check: () => undefined },
    { name: 'database', check: () => Promise.reject(fault) },
  ];
  await using server = await exampleServer([], {}, { readiness: checks });
  const response = await server.inject('/readyz');
  assert.equal(response.statusCode, 503);
  const { code, detail } = Problem.parse(response.json());
  assert.deepEqual([code, detail], ['not_ready', "the check 'database' failed; the log says why"]);
  assert.doesNotMatch(response.body, /10\.1|5432|fairtrial_prod|ECONN/);
});

it('GET /readyz reports a check that never returns as not ready', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const asked = Promise.withResolvers<void>();
  const never = new Promise<void>(() => undefined);
  const check = (): Promise<void> => {
    setImmediate(asked.resolve);
    return never;
  };
  const checks = [{ name: 'database', check }];
  await using server = await exampleServer([], {}, { readiness: checks });
  const answer = server.inject('/readyz');
  await asked.promise;
  mock.timers.tick(3000);
  assert.equal(Problem.parse((await answer).json()).code, 'not_ready');
});
