import {
  GateResult,
  HeadlineResult,
  RunState,
  ScenarioVerdict,
  SuiteResult,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  formatHeadline,
  formatStatus,
  GATE_LABELS,
  headlineLabel,
  NOT_KNOWN,
  RUN_STATE_LABELS,
  verdictLabel,
} from './verdict.ts';

const VERDICTS = [...SuiteResult.options, ...ScenarioVerdict.shape.result.options];

it('labels of results and states match their API values', () => {
  for (const result of VERDICTS) {
    assert.equal(verdictLabel(result, 'judge').label, result.replaceAll('_', ' '));
  }
  for (const result of HeadlineResult.options) {
    assert.equal(headlineLabel({ result, status: 'fail' }).label, result.replaceAll('_', ' '));
  }
  assert.deepEqual(Object.keys(GATE_LABELS), GateResult.options);
  assert.deepEqual(Object.keys(RUN_STATE_LABELS), RunState.options);
});

it('results of comparisons and gates differ by glyph', () => {
  const verdicts = [...new Set(VERDICTS)].map((result) => verdictLabel(result, 'judge'));
  for (const labels of [[...verdicts, NOT_KNOWN], Object.values(GATE_LABELS)]) {
    const glyphs = labels.map(({ glyph }) => glyph);
    assert.equal(new Set(glyphs).size, glyphs.length);
  }
});

it('a status is formatted as glyph and label', () => {
  assert.equal(formatStatus(verdictLabel('slightly_worse', 'checks')), '▽ slightly worse');
});

it('a result based on similarity is labelled as similarity and is never red', () => {
  for (const result of VERDICTS) {
    const { label, tone } = verdictLabel(result, 'similarity');
    assert.doesNotMatch(label, /regressed|improved|worse|better/);
    assert.notEqual(tone, 'bad');
  }
});

it('a missing verdict is "not known", which differs from "no change found"', () => {
  assert.equal(verdictLabel(null, 'judge').label, 'not known');
  assert.notEqual(verdictLabel('no_change_found', 'judge').label, NOT_KNOWN.label);
});

it('a headline whose status is pass is never red', () => {
  for (const result of HeadlineResult.options) {
    assert.notEqual(headlineLabel({ result, status: 'pass' }).tone, 'bad');
  }
});

it('a headline is formatted as glyph, label, basis and title', () => {
  const headline = {
    result: 'regressed',
    status: 'fail',
    exit_code: 1,
    basis: 'judge',
    title: 'overall 0.990 → 0.698',
    why: '',
    next: null,
  } as const;
  assert.equal(formatHeadline(headline), '▼ regressed, by the judge: overall 0.990 → 0.698');
  assert.equal(
    formatHeadline({
      ...headline,
      result: 'cancelled',
      basis: null,
      title: 'the run was cancelled',
    }),
    '■ cancelled: the run was cancelled',
  );
});
