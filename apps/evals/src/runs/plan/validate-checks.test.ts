import { AppError, Check } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import type { PlannedScenario } from '../../db/runs/run.ts';
import { validateChecks } from './validate-checks.ts';

function scenarioOf(...checks: readonly object[]): PlannedScenario {
  const asserted = checks.map((each) => Check.parse(each));
  const interactions = [exampleInteraction(), exampleInteraction({ checks: asserted })];
  return exampleScenario({ interactions });
}

async function refusalOf(scenarios: PlannedScenario[], isList = true): Promise<AppError> {
  const error: unknown = await validateChecks({ scenarios }, { isList }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError);
  return error;
}

describe('validateChecks', () => {
  it('names every place with a check that could never be checked', async () => {
    const bad = { type: 'regex', pattern: '(' };
    const loop = { type: 'json_schema', schema: { items: { $ref: '#' } } };
    const fine = { type: 'contains', value: '(' };
    const error = await refusalOf([scenarioOf(bad), scenarioOf(fine, loop, bad)]);
    assert.equal(error.code, 'invalid_request');
    assert.deepEqual(
      error.errors?.map(({ pointer }) => pointer),
      [
        '/test_batch/0/interactions/1/checks/0/pattern',
        '/test_batch/1/interactions/1/checks/1/schema',
        '/test_batch/1/interactions/1/checks/2/pattern',
      ],
    );
    const [single] = (await refusalOf([scenarioOf(bad)], false)).errors ?? [];
    assert.equal(single?.pointer, '/test_batch/interactions/1/checks/0/pattern');
  });

  it('refuses more patterns and schemas than are worth the time', async () => {
    const long = Array.from({ length: 20 }, (_, at) => ({
      type: 'json_schema',
      schema: { description: `${at}${'x'.repeat(16_000)}` },
    }));
    assert.equal((await refusalOf([scenarioOf(...long)])).code, 'limit_exceeded');
    const [one = {}] = long;
    await validateChecks({ scenarios: Array(20).fill(scenarioOf(one)) }, { isList: true });
  });
});
