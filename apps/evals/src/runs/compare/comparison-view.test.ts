import { Target } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { examplePlan } from '../../testing/example-rows.ts';
import { listDifferences } from './comparison-view.ts';

const plan = (target: object): ReturnType<typeof examplePlan> =>
  examplePlan({ target: Target.parse(target) });

it('listDifferences names each field of the target that differs', () => {
  const body = { question: '{{user_message}}' };
  const baseline = plan({ body, reply: '/a' });
  assert.deepEqual(listDifferences(baseline, plan({ body, reply: '/a' })), []);
  const other = { question: '{{user_message}}', model: '{{model}}' };
  assert.deepEqual(listDifferences(baseline, plan({ body: other, metadata: '/b', reply: '/a' })), [
    { field: 'target.body', baseline: body, candidate: other },
    { field: 'target.metadata', baseline: null, candidate: '/b' },
  ]);
});

it('listDifferences shortens long values, also of templates', () => {
  const long = { question: '{{user_message}}', text: 'x'.repeat(20_000) };
  const [difference] = listDifferences(examplePlan({}), plan({ body: long }));
  assert.equal(difference?.field, 'target.body');
  assert.equal(String(difference?.candidate).length, 10_001);
});
