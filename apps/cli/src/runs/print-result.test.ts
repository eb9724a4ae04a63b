import assert from 'node:assert/strict';
import type { ComparedCost, RunCost } from '@fairtrial/contracts';
import { it } from 'node:test';
import { costChangeText, costText } from './print-result.ts';

const currency = 'USD' as const;

it('cost text names the judge and the simulated user if they had a cost, and shows a dash for unknown costs', () => {
  const costs: RunCost[] = [
    { currency, model: 0.01, judge: 0, total: 0.01 },
    { currency, model: 1.2, judge: 0.03, total: 1.23 },
    { currency, model: 0.00012345, judge: null, total: null },
    { currency, model: 1.2, judge: 0.03, user: 0.01, total: 1.24 },
    { currency, model: 1.2, judge: 0.03, user: 0, total: 1.23 },
  ];
  assert.deepEqual(costs.map(costText), [
    'Cost $0.010',
    'Cost $1.23 (model $1.20, judge $0.030)',
    'Cost – (model $0.00012, judge –)',
    'Cost $1.24 (model $1.20, judge $0.030, simulated user $0.010)',
    'Cost $1.23 (model $1.20, judge $0.030)',
  ]);
});

it('cost change has a sign if both costs are known', () => {
  const costs: ComparedCost[] = [
    { currency, baseline: 0.5, candidate: 0.4, delta: -0.1 },
    { currency, baseline: 0.5, candidate: 0.5, delta: 0 },
    { currency, baseline: null, candidate: 12, delta: null },
  ];
  assert.deepEqual(costs.map(costChangeText), [
    'Cost $0.50 → $0.40 (−$0.10)',
    'Cost $0.50 → $0.50 ($0.00)',
    'Cost – → $12.00',
  ]);
});

it('cost text is undefined if no cost is known', () => {
  assert.equal(costText({ currency, model: null, judge: 0, total: null }), undefined);
  const unknown = { currency, baseline: null, candidate: null, delta: null };
  assert.equal(costChangeText(unknown), undefined);
});
