import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importFile } from './import-file.ts';

describe('fromOpenAiEval', () => {
  it('fromOpenAiEval says that a message has a template that is not filled in', async () => {
    const content = '{{item.words[0]}} and {{item.more}}';
    const text = JSON.stringify({
      testing_criteria: [],
      data_source: {
        input_messages: { type: 'template', template: [{ role: 'user', content }] },
        source: { type: 'file_content', content: [{ item: { words: ['a'], more: 'b' } }] },
      },
    });
    const { scenarios, notes } = await importFile({ file: 'eval.json', text });
    assert.equal(scenarios[0]?.interactions[0]?.user_message, '{{item.words[0]}} and b');
    assert.deepEqual(notes, [
      'messages still have {{…}}: only {{item.name}} and {{item.name.inner}} are filled in',
    ]);
  });
});
