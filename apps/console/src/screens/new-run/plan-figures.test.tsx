import type { PlannedRun, RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMarkup, textOf } from '../../testing/render-screen.tsx';
import { PlanFigures } from './plan-figures.tsx';

const NONE = { least: 0, most: 0 };
const PLAN: PlannedRun = {
  test_name: 't',
  dataset: null,
  models: ['m'],
  attempts: 5,
  concurrency: 10,
  stop_early: false,
  total_scenarios: 2,
  turns: 10,
  scenarios: [8, 2].map((turns) => ({ name: 's', turns, simulated_user: false })),
  calls: {
    endpoint: { least: 50, most: 50 },
    users: { ...NONE, model: null },
    judges: { least: 12, most: 20, models: ['j'] },
  },
  dollars: null,
  dollars_unknown: 'MODEL_PRICES has no price for m',
  finds: null,
  warnings: [],
};

async function show(change: Partial<PlannedRun>, latencyMs?: number): Promise<string> {
  return textOf(
    await renderMarkup(<PlanFigures plan={{ ...PLAN, ...change }} latencyMs={latencyMs} />),
  );
}

describe('the figures of a planned run', () => {
  it('are dashes until the service has planned it', async () => {
    const said = textOf(await renderMarkup(<PlanFigures plan={undefined} latencyMs={undefined} />));
    assert.match(said, /Calls – .* Judge calls – .* Estimated duration –/);
  });

  it('are the calls, and why cost, duration and detectable change are not known', async () => {
    const said = await show({});
    assert.match(said, /Calls 50 turns × attempts Judge calls 12–20 /);
    assert.match(said, /Estimated duration – needs a test call/);
    assert.match(said, /Cost – MODEL_PRICES has no price for m/);
    assert.match(
      said,
      /Detectable change – needs two attempts or more, here and in an earlier run/,
    );
  });

  it('are the cost and the detectable change if these are known', async () => {
    const finds = { metric: 'overall', power: 0.8, from_run_id: 'r' as RunId } as const;
    const dollars = { least: 0.1, most: 0.2 };
    const said = await show({ dollars, dollars_unknown: null, finds: { ...finds, change: 0.07 } });
    assert.match(said, /Cost \$0\.10–\$0\.20 with the tokens of the latest run/);
    assert.match(said, /Detectable change ±0\.070 or more, with 80 % power/);
  });

  it('are the calls of a simulated user, and the longest duration', async () => {
    const users = { least: 5, most: 60, model: 'u' };
    const said = await show({ calls: { ...PLAN.calls, users } }, 100);
    assert.match(said, /Calls 50 depends on the simulated user User calls 5–60 /);
    assert.match(said, /at most, without the model of the user/);
  });

  it('are a duration that falls with the concurrency, down to that of the longest conversation', async () => {
    assert.match(await show({ concurrency: 1 }, 1000), /Estimated duration (about )?50 s/);
    assert.match(await show({ models: ['m', 'n'], concurrency: 1 }, 1000), / 2 min /);
    assert.match(await show({ concurrency: 100 }, 1000), /8 s/);
  });
});
