import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deltaText, meanText, scoreText, signedText } from './score-text.ts';

it('scores have two digits, three characters, and a real minus', () => {
  assert.deepEqual([0, 0.714, 0.996, 1].map(scoreText), ['.00', '.71', '1.0', '1.0']);
  assert.deepEqual([-0.086, 0.08, -0.001, 1].map(signedText), ['−.09', '+.08', ' .00', '+1.0']);
  assert.equal(meanText(0.71, [0.62, 0.8]), '.71 [.62,.80]');
  assert.equal(meanText(0.71, null), '.71');
  assert.equal(deltaText(-0.09, [-0.14, 0.001]), '−.09 [−.14,.00]');
});
