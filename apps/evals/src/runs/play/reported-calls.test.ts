import { Target } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { examplePlan } from '../../testing/example-rows.ts';
import { reportedCalls } from './reported-calls.ts';

const NONE = { toolCalls: undefined };
const OFFERED = { parameters: { tools: [{ type: 'function' }] } };

it('reportedCalls: a response without calls says that there were none if the request offered tools', () => {
  assert.deepEqual(reportedCalls(NONE, examplePlan(OFFERED)), []);
  assert.equal(reportedCalls(NONE, examplePlan()), undefined);
  assert.equal(reportedCalls(NONE, examplePlan({ parameters: { tools: [] } })), undefined);
});

it('reportedCalls: tools in parameters are not offered by a template, which does not send parameters', () => {
  const target = Target.parse({ body: '{{messages}}' });
  const plan = examplePlan({ ...OFFERED, protocol: 'custom', target });
  assert.equal(reportedCalls(NONE, plan), undefined);
  assert.deepEqual(reportedCalls({ toolCalls: [] }, plan), []);
});

it('reportedCalls: with target.tool_calls, a response without a list there does not report its calls', () => {
  const target = Target.parse({ tool_calls: '/calls' });
  assert.equal(reportedCalls(NONE, examplePlan({ ...OFFERED, target })), undefined);
  const other = Target.parse({ reply: '/a' });
  assert.deepEqual(reportedCalls(NONE, examplePlan({ ...OFFERED, target: other })), []);
});
