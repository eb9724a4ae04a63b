import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RE2JS } from 're2js';
import { convertGrader, type OpenAiGrader } from './openai-graders.ts';

const EQUAL: OpenAiGrader = {
  type: 'string_check',
  operation: 'eq',
  input: '{{sample.output_text}}',
  reference: '{{item.answer}}',
};

describe('convertGrader', () => {
  it('convertGrader turns string_check eq into a pattern that only the same text matches', () => {
    const answer = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(answer, (text) => {
        fc.pre(!text.includes('{{'));
        const converted = convertGrader(EQUAL, { answer: text });
        assert.ok(converted.state === 'converted' && 'regex' in converted.check);
        const pattern = RE2JS.compile(String(converted.check.regex));
        assert.ok(pattern.matcher(text).find());
        assert.ok(!pattern.matcher(`${text}.`).find());
        assert.ok(!pattern.matcher(`.${text}`).find());
      }),
    );
  });

  it('convertGrader loses a grader that reads more than the reply and the item, or that is too long', () => {
    const model = { type: 'label_model', passing_labels: ['good'] };
    const lost: readonly OpenAiGrader[] = [
      { ...EQUAL, input: 'Answer: {{sample.output_text}}' },
      { ...EQUAL, reference: '{{item.missing}}' },
      { ...EQUAL, operation: 'other' },
      { ...model, input: [{ role: 'user', content: '{{sample.output_tools}}' }] },
      { ...model, input: [{ role: 'user', content: 'x'.repeat(1000) }] },
      { ...model, passing_labels: [], input: [{ role: 'user', content: 'Is it good?' }] },
      { type: 'python', input: [{ role: 'user', content: 'Is it good?' }] },
    ];
    for (const grader of lost) {
      const { state, note } = convertGrader(grader, { answer: 'Paris' });
      assert.deepEqual([state, note], ['lost', `grader of the type ${grader.type} left out`]);
    }
  });
});
