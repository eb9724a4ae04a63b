import type { EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReport } from './report-data.ts';
import { tiles } from './tiles.ts';

test('the latencies of a report are interpolated, as the service and the console show them', () => {
  const interactions = [
    { outcome: 'answered', latency_ms: 300 },
    { outcome: 'answered', latency_ms: 100 },
    { outcome: 'endpoint_failed', latency_ms: 9000 },
  ];
  const result = {
    stats: {},
    passes: null,
    warnings: [],
    usage: { total_tokens: 0 },
    cost: { total: null },
    results: { scenarios: [{ attempts: [{ interactions }] }] },
  } as unknown as EvaluationResponse;
  assert.match(tiles(toReport({ result })).markup, />200 ms \/ 290 ms</);
});
