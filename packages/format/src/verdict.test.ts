import { ComparisonVerdict, GateResult, RunState } from '@assay/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatStatus, GATE_LABELS, RUN_STATE_LABELS, VERDICT_LABELS } from './verdict.ts';

it('every result and state of the API has a label: its own word', () => {
  const tables = [
    [VERDICT_LABELS, ComparisonVerdict.shape.result.options],
    [GATE_LABELS, GateResult.options],
    [RUN_STATE_LABELS, RunState.options],
  ] as const;
  for (const [labels, words] of tables) {
    assert.deepEqual(new Set(Object.keys(labels)), new Set(words));
    for (const [word, { label }] of Object.entries(labels)) assert.equal(label, word);
  }
});

it('results of comparisons and gates differ by glyph', () => {
  for (const labels of [VERDICT_LABELS, GATE_LABELS]) {
    const glyphs = Object.values(labels).map(({ glyph }) => glyph);
    assert.equal(new Set(glyphs).size, glyphs.length);
  }
});

it('a status is its glyph and its word', () => {
  assert.deepEqual(Object.values(VERDICT_LABELS).map(formatStatus), [
    '▼ regressed',
    '▲ improved',
    '= same',
    '? inconclusive',
  ]);
});
