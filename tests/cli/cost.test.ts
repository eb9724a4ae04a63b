import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../support/services/start-service.ts';
import { runFairtrial, runIdIn } from './run-fairtrial.ts';

it('fairtrial run prints the cost and fairtrial compare the change in cost, and neither prints any without a known price', async () => {
  await using simulator = await startService('simulator');
  await using evals = await startService('evals', {
    MODEL_PRICES: '{"sim/v1": {"input": 1, "output": 4}, "sim/v2": {"input": 100, "output": 400}}',
  });
  const at = ['--server', evals.url];
  const play = (model: string) => {
    const where = ['--endpoint', `${simulator.url}/v1`, '--model', model, '--attempts', '1'];
    return runFairtrial(['run', 'samples/bank-lost-card.json', ...at, ...where]);
  };
  const [cheap, dear, unknown] = [
    await play('sim/v1'),
    await play('sim/v2'),
    await play('sim/echo'),
  ];
  assert.match(cheap.stdout, /^Cost \$0\.0\d+$/m, cheap.stderr);
  assert.equal(unknown.code, 0, unknown.stderr);
  assert.doesNotMatch(unknown.stdout, /Cost/);
  const compared = await runFairtrial(['compare', runIdIn(cheap), runIdIn(dear), ...at]);
  assert.match(compared.stdout, /^Cost \$0\.0\d+ → \$\d\.\d+ \(\+\$\d\.\d+\)$/m, compared.stderr);
});
