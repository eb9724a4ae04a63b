import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFaults } from './report.ts';

describe('the faults of a benchmark', () => {
  it('are none if every figure is a number within its limits', () => {
    const figures = {
      bench: 'agent',
      ratio: 0.3,
      calls: [7, 8],
      cpu_ms: { agent: 2, one_tool: 5 },
    };
    const limits = { ratio: { max: 0.3 }, 'cpu_ms.agent': { min: 2 }, 'calls.1': { max: 9 } };
    assert.deepEqual(findFaults({ figures, limits }), []);
  });

  it('are the figures beyond a limit, by their path', () => {
    const figures = { ratio: 0.4, cpu_ms: { agent: 1 } };
    const limits = { ratio: { max: 0.3 }, 'cpu_ms.agent': { min: 2 } };
    assert.deepEqual(findFaults({ figures, limits }), [
      'ratio is 0.4, and may be at most 0.3',
      'cpu_ms.agent is 1, and must be at least 2',
    ]);
  });

  it('are the figures that are missing or no numbers', () => {
    const figures = { ratio: NaN, rss: undefined, cpu_ms: { agent: null, proxy: Infinity } };
    assert.deepEqual(findFaults({ figures, limits: { goodput: { min: 1 } } }), [
      'goodput is missing',
      'ratio is NaN instead of a number',
      'rss is undefined instead of a number',
      'cpu_ms.agent is null instead of a number',
      'cpu_ms.proxy is Infinity instead of a number',
    ]);
  });

  it('include what the benchmark itself reports', () => {
    assert.deepEqual(findFaults({ figures: {}, limits: {}, faults: ['503'] }), ['503']);
  });
});
