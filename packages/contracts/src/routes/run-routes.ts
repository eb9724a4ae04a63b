import { z } from 'zod';
import { GateRequest, GateVerdict } from '../gates/gate.ts';
import { EvaluationRequest } from '../request/evaluation-request.ts';
import { RescoreRequest } from '../request/rescore-request.ts';
import { TestBatch } from '../scenarios/test-batch.ts';
import { TestCall, TestCallResult } from '../endpoint/test-call.ts';
import { EvaluationResponse } from '../result/evaluation-response.ts';
import { PlannedRun } from '../result/planned-run.ts';
import { ExportFormat, RunHead, RunList, RunState, RunView } from '../result/run-view.ts';
import { RetryRequest } from '../request/call-budget.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { RunId } from '../shared/fields.ts';
import {
  flag,
  header,
  idempotencyKey,
  ordinal,
  pageSize,
  RunParams,
  searchText,
} from './query-fields.ts';
import type { Routes } from './route.ts';

const RunsQuery = z.object({
  state: RunState.optional(),
  model_id: searchText().optional().describe('Exact model id.'),
  tag: searchText().optional().describe('One of the tags.'),
  pinned: flag()
    .optional()
    .describe('true: only pinned baselines. false: only runs that are not pinned.'),
  test_name: searchText().optional().describe('Exact test name.'),
  q: searchText().optional().describe('Text contained in the test name.'),
  id_prefix: z
    .string()
    .regex(/^[0-9a-f-]{4,36}$/i, 'must be the first 4 or more characters of a run id')
    .optional()
    .describe('First 4 or more characters of the run id.'),
  cursor: RunId.optional().describe('The `next_cursor` of the previous page.'),
  limit: pageSize(50, 200),
});

/** Starting runs, and what can be done with a run. */
export const RUN_ROUTES = {
  'POST /evaluate': {
    tag: 'evaluation',
    scope: 'run',
    summary: 'Run a batch against an endpoint and score every reply',
    description:
      'With `Prefer: respond-async` the response is sent immediately and the run continues in the background. ' +
      'A repeated request with the same `Idempotency-Key` joins the existing run.',
    headers: {
      prefer: header('`respond-async`: the response is 202 with the run, before it is played.'),
      'idempotency-key': idempotencyKey('Requests with the same key share one run.'),
    },
    body: EvaluationRequest,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: EvaluationResponse, 202: RunView },
    slow: true,
  },
  'POST /plan': {
    tag: 'evaluation',
    scope: 'run',
    summary: 'Get the calls and the cost of a run, and what it can find, before it is started',
    description:
      'Takes the body of `POST /evaluate`, and refuses it with the same errors, but for the limits on runs and storage of the project. Nothing is stored and no model is called.',
    body: EvaluationRequest,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: PlannedRun },
  },
  'POST /test-call': {
    tag: 'evaluation',
    scope: 'run',
    summary:
      'Send one request to an endpoint, as a run would; a failed call is reported as an outcome with status 200',
    body: TestCall,
    answers: { 200: TestCallResult },
    slow: true,
  },
  'GET /runs': {
    tag: 'runs',
    scope: 'read',
    summary: 'List the runs of the project, newest first',
    query: RunsQuery,
    answers: { 200: RunList },
  },
  'GET /runs/:run_id': {
    tag: 'runs',
    scope: 'read',
    summary: 'Get a run and, once it is finished, its result',
    params: RunParams,
    query: z.object({
      interactions: flag()
        .prefault('true')
        .describe('false omits the interactions from the result.'),
    }),
    answers: { 200: RunView },
    slow: true,
  },
  'DELETE /runs/:run_id': {
    tag: 'runs',
    scope: 'run',
    summary: 'Delete a finished run and all its data',
    params: RunParams,
    answers: { 204: z.null() },
  },
  'POST /runs/:run_id/cancel': {
    tag: 'runs',
    scope: 'run',
    summary: 'Cancel a run: starts no new calls and aborts calls in progress',
    params: RunParams,
    answers: { 202: RunHead },
  },
  'POST /runs/:run_id/retry': {
    tag: 'runs',
    scope: 'run',
    summary:
      'Retry failed and skipped turns; answered turns are kept, except in conversations with a session or a simulated user',
    description:
      'Skipped turns are those that a run did not reach because it was cancelled or its budget was spent. ' +
      'Conversations with a session or a simulated user start again from the first turn. The body is optional.',
    params: RunParams,
    body: RetryRequest.nullish(),
    answers: { 202: RunHead },
  },
  'POST /runs/:run_id/rescore': {
    tag: 'runs',
    scope: 'run',
    summary: 'Score a finished run again from its recorded replies',
    description:
      'The endpoint is not called. Absent fields keep the values of the run. Judges are called again only ' +
      'if the body has `judge`, and for earlier judgements that failed.',
    params: RunParams,
    body: RescoreRequest,
    answers: { 202: RunHead },
  },
  'PUT /runs/:run_id/pin': {
    tag: 'runs',
    scope: 'run',
    summary: 'Pin a completed run as the baseline of its test; replaces the previous pin',
    params: RunParams,
    answers: { 200: RunHead },
  },
  'DELETE /runs/:run_id/pin': {
    tag: 'runs',
    scope: 'run',
    summary: 'Unpin a run; succeeds even if it was not pinned',
    params: RunParams,
    answers: { 204: z.null() },
  },
  'POST /runs/:run_id/gate': {
    tag: 'runs',
    scope: 'read',
    summary: 'Evaluate gates on a finished run: pass, fail or inconclusive',
    params: RunParams,
    body: GateRequest,
    answers: { 200: GateVerdict },
    slow: true,
  },
  'GET /runs/:run_id/request': {
    tag: 'runs',
    scope: 'read',
    summary: 'Get the request that repeats the run',
    params: RunParams,
    query: z.object({
      scenarios: flag()
        .prefault('false')
        .describe(
          'true: the scenarios in `test_batch`, also if the run names a dataset. Default: `dataset` and `filter` of such a run.',
        ),
    }),
    answers: { 200: EvaluationRequest },
  },
  'GET /runs/:run_id/scenarios/:scenario': {
    tag: 'runs',
    scope: 'read',
    summary: 'Get one scenario of a run as it was posted',
    params: RunParams.extend({ scenario: ordinal() }),
    answers: { 200: TestBatch },
  },
  'GET /runs/:run_id/events': {
    tag: 'runs',
    scope: 'read',
    summary: 'Stream the events of a run as server-sent events',
    description:
      'Ids are consecutive. A client that reconnects with `Last-Event-ID` misses no event.',
    params: RunParams,
    headers: { 'last-event-id': header('The id of the last event that the caller has seen.') },
    answers: { 200: z.string() },
    types: ['text/event-stream'],
    slow: true,
  },
  'GET /runs/:run_id/export': {
    tag: 'runs',
    scope: 'read',
    summary: 'Export a finished run as a file',
    description:
      'json: the result. jsonl and csv: one line per interaction. junit: a report for continuous integration. ' +
      'md: a short report for a pull request.',
    params: RunParams,
    query: z.object({ format: ExportFormat.default('json') }),
    answers: { 200: z.string() },
    types: [
      'application/json',
      'application/jsonl',
      'text/csv',
      'application/xml',
      'text/markdown',
    ],
    slow: true,
  },
} as const satisfies Routes;
