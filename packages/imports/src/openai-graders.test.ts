import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RE2JS } from 're2js';
import { createImportLog } from './import-log.ts';
import { convertGraders, type OpenAiGrader } from './openai-graders.ts';
import { createTemplates } from './render-template.ts';

const EQUAL: OpenAiGrader = {
  type: 'string_check',
  operation: 'eq',
  input: '{{sample.output_text}}',
  reference: '{{item.answer}}',
};

type Converting = Parameters<typeof convertGraders>[1];

function converting(item: Converting['item']): Converting {
  return { item, templates: createTemplates(), log: createImportLog() };
}

describe('convertGraders', () => {
  it('convertGraders turns string_check eq into a pattern that only the same text matches', () => {
    const answer = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(answer, (text) => {
        fc.pre(!text.includes('{{'));
        const [check] = convertGraders([EQUAL], converting({ answer: text })).checks;
        assert.ok(check !== undefined && 'regex' in check);
        const pattern = RE2JS.compile(String(check.regex));
        assert.ok(pattern.matcher(text).find());
        assert.ok(!pattern.matcher(`${text}.`).find());
        assert.ok(!pattern.matcher(`.${text}`).find());
      }),
    );
  });

  it('convertGraders loses a grader that reads more than the reply and the item, or that is too long', () => {
    const model = { type: 'label_model', passing_labels: ['good'] };
    const elsewhere = 'it reads more than the reply and the fields of the item';
    const asked = [{ role: 'user', content: 'Is it good?' }];
    const lost: readonly (readonly [OpenAiGrader, string])[] = [
      [{ ...EQUAL, input: 'Answer: {{sample.output_text}}' }, elsewhere],
      [{ ...EQUAL, reference: '{{item.missing}}' }, elsewhere],
      [{ ...EQUAL, operation: 'other' }, 'its operation is not known'],
      [{ ...EQUAL, operation: 'ne' }, 'no check means the opposite of this'],
      [{ ...model, input: [{ role: 'user', content: '{{sample.output_tools}}' }] }, elsewhere],
      [
        { ...model, input: [{ role: 'user', content: 'x'.repeat(1000) }] },
        'the text of a check has at most 1,000 characters',
      ],
      [
        { ...model, passing_labels: [], input: asked },
        'it says neither which labels nor which score passes',
      ],
      [
        { type: 'python', input: asked },
        'code of your own is not run: make it a scorer (fairtrial scorers serve)',
      ],
      [{ type: 'other', input: asked }, 'no check means the same'],
    ];
    for (const [grader, why] of lost) {
      const log = createImportLog();
      const graded = convertGraders([grader], { ...converting({ answer: 'Paris' }), log });
      assert.deepEqual(graded, { reference: undefined, checks: [] });
      assert.deepEqual(log.lost, [{ field: `testing_criteria (${grader.type})`, count: 1, why }]);
    }
  });

  it('convertGraders keeps the spaces at the ends of a text that string_check looks for', () => {
    const operations = ['like', 'ilike'].map((operation) => ({ ...EQUAL, operation }));
    const { checks } = convertGraders(operations, converting({ answer: ' red' }));
    assert.deepEqual(checks, [{ regex: ' red' }, { regex: '(?i) red' }]);
  });
});
