import { AppError, Assertion } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../db/example-rows.ts';
import type { PlannedScenario } from '../db/run.ts';
import { checkAssertions } from './check-assertions.ts';

function scenarioOf(...assertions: readonly object[]): PlannedScenario {
  const asserted = assertions.map((each) => Assertion.parse(each));
  const interactions = [exampleInteraction(), exampleInteraction({ assertions: asserted })];
  return exampleScenario({ interactions });
}

async function refusalOf(scenarios: PlannedScenario[], isList = true): Promise<AppError> {
  const error: unknown = await checkAssertions({ scenarios }, { isList }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError);
  return error;
}

describe('checkAssertions', () => {
  it('names every place with an assertion that could never be checked', async () => {
    const bad = { type: 'regex', pattern: '(' };
    const loop = { type: 'json_schema', schema: { items: { $ref: '#' } } };
    const fine = { type: 'contains', value: '(' };
    const error = await refusalOf([scenarioOf(bad), scenarioOf(fine, loop, bad)]);
    assert.equal(error.code, 'invalid_request');
    assert.deepEqual(
      error.errors?.map(({ pointer }) => pointer),
      [
        '/test_batch/0/interactions/1/assertions/0/pattern',
        '/test_batch/1/interactions/1/assertions/1/schema',
        '/test_batch/1/interactions/1/assertions/2/pattern',
      ],
    );
    const [single] = (await refusalOf([scenarioOf(bad)], false)).errors ?? [];
    assert.equal(single?.pointer, '/test_batch/interactions/1/assertions/0/pattern');
  });

  it('refuses more patterns and schemas than are worth the time', async () => {
    const long = Array.from({ length: 20 }, (_, at) => ({
      type: 'json_schema',
      schema: { description: `${at}${'x'.repeat(16_000)}` },
    }));
    assert.equal((await refusalOf([scenarioOf(...long)])).code, 'limit_exceeded');
    const [one = {}] = long;
    await checkAssertions({ scenarios: Array(20).fill(scenarioOf(one)) }, { isList: true });
  });
});
