import type { PlannedRun, RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleTerminal } from '../testing/example-terminal.ts';
import { printPlan } from './print-plan.ts';

const NONE = { least: 0, most: 0 };
const PLAN: PlannedRun = {
  test_name: 't',
  dataset: null,
  models: ['m'],
  attempts: 5,
  concurrency: 8,
  stop_early: false,
  total_scenarios: 1,
  turns: 1,
  scenarios: [{ name: 'a', turns: 1, simulated_user: false }],
  calls: {
    endpoint: { least: 5, most: 5 },
    users: { ...NONE, model: null },
    judges: { ...NONE, models: [] },
  },
  dollars: null,
  dollars_unknown: 'MODEL_PRICES has no price for m',
  finds: null,
  warnings: [],
};

function linesOf(changes: Partial<PlannedRun>): readonly string[] {
  const terminal = exampleTerminal();
  printPlan({ ...PLAN, ...changes }, { endpoint: 'http://127.0.0.1:1/v1' }, terminal);
  const lines = terminal.output.stdout.flatMap((text) => text.trimEnd().split('\n'));
  for (const line of lines) assert.ok(line.length <= 80, line);
  return lines.map((line) => line.trim().replaceAll(/ {2,}/g, '  '));
}

const TO = 'to http://127.0.0.1:1/v1 as m, 8 at a time; retries not counted';

describe('fairtrial run --dry-run', () => {
  it('prints one number of calls for a scripted run, and does not mention what is not known', () => {
    const judges = { least: 5, most: 5, models: ['sim/judge'] };
    assert.deepEqual(linesOf({ calls: { ...PLAN.calls, judges } }), [
      'Scenario  Calls',
      'a  1 × 5 = 5',
      'All  1 × 5 = 5',
      TO,
      '5 calls to judges (sim/judge); retries, annotations and probes not counted',
    ]);
  });

  it('prints the messages, the replays and the judge calls of a simulated user', () => {
    const lines = linesOf({
      total_scenarios: 2,
      turns: 5,
      scenarios: [...PLAN.scenarios, { name: 'b', turns: 4, simulated_user: true }],
      calls: {
        endpoint: { least: 10, most: 65 },
        users: { least: 5, most: 60, model: 'sim/user' },
        judges: { least: 10, most: 20, models: ['a', 'b'] },
      },
    });
    assert.deepEqual(lines, [
      'Scenario  Calls',
      'a  1 × 5 = 5',
      'b  up to 4 × 5 = 20',
      'All  up to 5 × 5 = 25',
      TO,
      '10–65 calls to the endpoint in all: a conversation that the simulated user',
      'spoils is played again, up to twice',
      '5–60 calls to the model of the simulated user (sim/user)',
      '10–20 calls to judges (a, b); retries, annotations and probes not counted',
    ]);
  });

  it('prints the size of a dataset, the first scenarios, a second model and an early end', () => {
    const lines = linesOf({
      dataset: { version: 'support@2', scenarios: 30 },
      models: ['m', 'n'],
      stop_early: true,
      total_scenarios: 25,
      turns: 25,
      scenarios: Array.from({ length: 25 }, () => PLAN.scenarios).flat(),
    });
    assert.equal(lines[0], 'support@2: 25 of 30 scenarios');
    assert.equal(lines[2], 'a  up to 1 × 5 × 2 = 10');
    assert.deepEqual(lines.slice(22, 24), ['5 scenarios more', 'All  up to 25 × 5 × 2 = 250']);
    assert.match(lines[24] ?? '', / as m and n, /);
  });

  it('prints the budget, the cost, and the change that the run can find', () => {
    const finds = { metric: 'overall', power: 0.8, from_run_id: 'r' as RunId } as const;
    const lines = linesOf({
      calls: { ...PLAN.calls, endpoint: { least: 3, most: 3 } },
      dollars: { least: 0.12, most: 0.2 },
      finds: { ...finds, change: 0.0712 },
    });
    assert.deepEqual(lines.slice(4), [
      'at most 3 calls: the budget',
      'about $0.12–$0.20, if calls take as many tokens as in the latest run',
      'finds a change of ±0.071 or more, with 80 % power',
    ]);
  });
});
