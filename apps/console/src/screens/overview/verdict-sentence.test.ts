import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleComparison, exampleScenario } from '../../testing/example-comparison.ts';
import { exampleRun } from '../../testing/example-run.ts';
import { scoreSentence, verdictSentence } from './verdict-sentence.ts';

const LATEST = exampleRun();

test('the verdict names what regressed, the worst first, and what improved beside it', () => {
  const scenarios = [
    exampleScenario('down 0', -0.09, 'regressed'),
    exampleScenario('far down 1', -0.3, 'regressed'),
    exampleScenario('up 2', 0.08, 'improved'),
    exampleScenario('calm 3', 0, 'same'),
  ];
  assert.deepEqual(verdictSentence(LATEST, exampleComparison({ scenarios })), {
    tone: 'bad',
    text: 'The latest run, v2, regressed in 2 of 4 scenarios: far down 1 −0.30, down 0 −0.09.',
    rest: 'It improved in 1: up 2 +0.08.',
  });
});

test('the verdict names at most three of many', () => {
  const scenarios = Array.from({ length: 5 }, (_, at) =>
    exampleScenario(`s ${at}`, 0.1 + at / 100, 'improved'),
  );
  const { tone, text } = verdictSentence(LATEST, exampleComparison({ scenarios }));
  assert.equal(tone, 'ok');
  assert.match(
    text,
    /improved in 5 of 5 scenarios: s 4 \+0\.14, s 3 \+0\.13, s 2 \+0\.12 and 2 more\.$/,
  );
});

test('noise is called noise, and one attempt is called too few', () => {
  const calm = exampleComparison({ scenarios: [exampleScenario('calm 0', -0.2, 'inconclusive')] });
  assert.equal(verdictSentence(LATEST, calm).text, 'No change beyond noise in 1 scenario.');
  const once = exampleComparison({ scenarios: [exampleScenario('once 0', -0.2)] });
  assert.match(verdictSentence(LATEST, once).rest, /^That is −0\.010, and with one attempt a side/);
  assert.match(verdictSentence(LATEST, exampleComparison()).rest, /no scored scenario in common/);
  assert.equal(scoreSentence(LATEST, '').text, 'The latest run, v2, scored 0.839.');
  const unscored = exampleRun({ scores: {} });
  assert.equal(scoreSentence(unscored, '').text, 'The latest run, v2, has no score.');
});
