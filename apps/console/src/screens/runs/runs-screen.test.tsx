import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleHeadline, exampleOverview, exampleRun } from '../../testing/example-run.ts';
import { elementsOf, renderScreen, textOf } from '../../testing/render-screen.tsx';

test('a run in the list has the word and colour of its headline, and the verdict of its gates', async () => {
  const headline = exampleHeadline({ result: 'gates_failed', status: 'fail', exit_code: 1 });
  const gate = { verdict: 'fail' as const, failed: 1, inconclusive: 0, total: 2 };
  const runs = [
    exampleRun({ test_name: 'gated', overview: exampleOverview({ headline, gate }) }),
    exampleRun({ run_id: 'a' as never, state: 'running', scores: null, finished_at: null }),
  ];
  const markup = await renderScreen('/console/runs', { '/runs': { runs, next_cursor: null } });
  const [, gated = '', running = ''] = elementsOf(markup, 'tr');
  assert.match(textOf(gated), /gates failed ✗ fail 1\/2 gated v2 0\.839/);
  assert.match(gated, /<span class="[^"]*text-bad[^"]*"[^>]*>.*gates failed<\/span>/);
  assert.match(textOf(running), /running 10\/10 – nightly v2 –/);
});
