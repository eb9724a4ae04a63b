import { AppError, Check } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import type { PlannedScenario } from '../../entities/run.ts';
import { validateChecks } from './validate-checks.ts';

function scenarioWith(...checks: readonly object[]): PlannedScenario {
  const parsed = checks.map((each) => Check.parse(each));
  const interactions = [exampleInteraction(), exampleInteraction({ checks: parsed })];
  return exampleScenario({ interactions });
}

async function catchRefusal(scenarios: PlannedScenario[], isList = true): Promise<AppError> {
  const error: unknown = await validateChecks({ scenarios }, { isList }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError);
  return error;
}

describe('validateChecks', () => {
  it('validateChecks reports every check that cannot be compiled', async () => {
    const bad = { regex: '(' };
    const loop = { json_schema: { items: { $ref: '#' } } };
    const fine = { contains: '(' };
    const error = await catchRefusal([scenarioWith(bad), scenarioWith(fine, loop, bad)]);
    assert.equal(error.code, 'invalid_request');
    assert.deepEqual(
      error.errors?.map(({ pointer }) => pointer),
      [
        '/test_batch/0/interactions/1/checks/0/regex',
        '/test_batch/1/interactions/1/checks/1/json_schema',
        '/test_batch/1/interactions/1/checks/2/regex',
      ],
    );
    const [single] = (await catchRefusal([scenarioWith(bad)], false)).errors ?? [];
    assert.equal(single?.pointer, '/test_batch/interactions/1/checks/0/regex');
  });

  it('validateChecks rejects too many characters of patterns and schemas', async () => {
    const long = Array.from({ length: 20 }, (_, at) => ({
      json_schema: { description: `${at}${'x'.repeat(16_000)}` },
    }));
    assert.equal((await catchRefusal([scenarioWith(...long)])).code, 'limit_exceeded');
    const [one = {}] = long;
    await validateChecks({ scenarios: Array(20).fill(scenarioWith(one)) }, { isList: true });
  });
});
