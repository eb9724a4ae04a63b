import { ApiError } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BatchFile } from './read-batch-file.ts';
import { CliError } from '../command/exit-code.ts';
import { describeRefusal } from './describe-refusal.ts';

const scenario = (id: string): BatchFile['scenarios'][number] => ({
  id,
  name: undefined,
  description: undefined,
  tags: undefined,
  checks: undefined,
  interactions: [],
  user: undefined,
});

const FILES: readonly BatchFile[] = [
  { file: 'a.json', name: 'a', scenarios: [scenario('one'), scenario('two')], rest: {} },
  { file: 'b.yaml', name: 'b', scenarios: [scenario('three')], rest: { baseline_run_id: 'x' } },
];

it('a validation error of the service names the file, scenario or option instead of a JSON Pointer', () => {
  const cases = [
    ['/test_batch/2/interactions/0/checks/1', 'b.yaml: three: interactions.0.checks.1'],
    ['/test_batch/1', 'a.json: two'],
    ['/test_batch', 'a.json, b.yaml'],
    ['/baseline_run_id', 'b.yaml: baseline_run_id'],
    ['/budget/calls', '--budget-calls'],
    ['/gates/0', '--gate'],
    ['/target', '--target'],
    ['/target/headers/cookie', '--target: headers.cookie'],
    ['/weights/reply', 'weights.reply'],
    ['', 'the request'],
  ] as const;
  for (const [pointer, expected] of cases) {
    const errors = [{ pointer, detail: 'is wrong' }];
    const fields = { status: 422, code: 'invalid_request', title: '', detail: '' } as const;
    const described = describeRefusal(new ApiError({ ...fields, errors }), FILES);
    assert.ok(described instanceof CliError);
    assert.equal(described.message, `no run was started\n${expected}: is wrong`);
  }
});

it('a validation error of a rescore says that the run was not scored again', () => {
  const errors = [{ pointer: '/test_batch/0/interactions', detail: 'is not that of the run' }];
  const fields = { status: 422, code: 'invalid_request', title: '', detail: '' } as const;
  const refused = new ApiError({ ...fields, errors });
  const described = describeRefusal(refused, FILES, 'the run was not scored again');
  assert.ok(described instanceof CliError);
  assert.equal(
    described.message,
    'the run was not scored again\na.json: one: interactions: is not that of the run',
  );
});
