import { Target } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleInteraction, examplePlan, exampleScenario } from '../../testing/example-rows.ts';
import { digestPlan } from './plan-digest.ts';
import type { PlannedInteraction, RunPlan } from '../../entities/run.ts';

const hex = (changes: Partial<RunPlan>): string => digestPlan(examplePlan(changes)).toString('hex');

function withInteraction(changes: Partial<PlannedInteraction>, id = 's'): Partial<RunPlan> {
  return { scenarios: [exampleScenario({ id, interactions: [exampleInteraction(changes)] })] };
}

it('plans with the same requests have the same digest, regardless of test name and number of attempts', () => {
  const same: readonly Partial<RunPlan>[] = [
    { attempts: 9 },
    { testName: 'another' },
    { concurrency: 64 },
    { gates: ['overall > 0'] },
    { warnings: ['!'] },
    { prices: { m: { input: 1, output: 1 } } },
    withInteraction({ id: 'generated' }, 'generated'),
  ];
  const stored: unknown = JSON.parse(JSON.stringify(Target.parse({ reply: '/a' })));
  const target = Target.parse({ reply: '/a' });
  assert.equal(hex({ target }), hex({ target: stored as Target }), 'as the database returns it');
  for (const changes of same) assert.equal(hex(changes), hex({}), JSON.stringify(changes));
  assert.equal(hex({ parameters: { a: 1, b: 2 } }), hex({ parameters: { b: 2, a: 1 } }));
});

it('plans with another message, model or judge have another digest', () => {
  const judge = { models: ['j'], tasks: ['reference'], samples: 1, temperature: 0 } as const;
  const others: readonly Partial<RunPlan>[] = [
    {},
    { endpoint: 'http://y' },
    { modelId: 'n' },
    { parameters: { temperature: 1 } },
    { systemPrompt: 'Be short.' },
    { history: 'none' },
    { target: Target.parse({ reply: '/a' }) },
    { target: Target.parse({ metadata: '/a' }) },
    { target: Target.parse({ body: { a: '{{user_message}}' } }) },
    { target: Target.parse({ body: { b: '{{user_message}}' } }) },
    { weights: { reply: 1, metadata: 0 } },
    { scorers: ['overall'] },
    { passThreshold: 0.5 },
    { grading: { sinceRevision: 1, judge } },
    { grading: { sinceRevision: 1, judge: { ...judge, models: ['k'] } } },
    { scenarios: [exampleScenario(), exampleScenario()] },
    {
      scenarios: [
        exampleScenario({ checks: [{ id: undefined, optional: undefined, max_words: 3 }] }),
      ],
    },
    withInteraction({ user_message: 'Bye' }),
    withInteraction({ reference_reply: 'Bye' }),
    withInteraction({ reference_metadata: { intent: 'greet' } }),
    withInteraction({ checks: [{ id: undefined, optional: undefined, max_words: 3 }] }),
  ];
  assert.equal(new Set(others.map(hex)).size, others.length);
});
