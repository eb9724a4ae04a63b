import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importFile } from './import-file.ts';

describe('fromItems', () => {
  it('fromItems reads Langfuse CSV in which every cell is JSON, as older versions write it', async () => {
    const cells = ['i-1', 'support', 'ACTIVE', 'Hi "you"', { answer: 'Hello' }, '', ''];
    const row = cells.map((cell) => `"${JSON.stringify(cell).replaceAll('"', '""')}"`).join(',');
    const head = '"id","datasetName","status","input","expectedOutput","metadata","sourceTraceId"';
    const result = await importFile({ file: 'items.csv', text: `${head}\n${row}\n` });
    assert.deepEqual(result.scenarios, [
      { id: 'i-1', interactions: [{ user_message: 'Hi "you"', reference_reply: 'Hello' }] },
    ]);
    assert.deepEqual(
      result.lost.map(({ field }) => field),
      ['datasetName'],
    );
  });

  it('fromItems reads the file of langsmith dataset export, with its splits as tags', async () => {
    const text = JSON.stringify({
      version: 1,
      dataset: { name: 'support', description: 'Questions' },
      examples: [{ id: 'e-1', inputs: { question: 'Why?' }, outputs: {}, split: ['base'] }],
    });
    const { format, scenarios, lost } = await importFile({ file: 'export.json', text });
    assert.equal(format, 'langsmith');
    assert.deepEqual(scenarios, [
      { id: 'e-1', tags: ['base'], interactions: [{ user_message: 'Why?' }] },
    ]);
    assert.deepEqual(
      lost.map(({ field }) => field),
      ['version', 'dataset'],
    );
  });

  it('fromItems reads parts of LangChain messages as replies, and lists no field that is empty', async () => {
    const empty = { additional_kwargs: {}, response_metadata: {}, tool_calls: [], name: null };
    const inputs = { messages: [{ type: 'human', content: 'Why?', ...empty }] };
    const outputs = { messages: [{ type: 'AIMessageChunk', content: 'Because.', ...empty }] };
    const text = JSON.stringify([{ inputs, outputs }]);
    const { scenarios, lost } = await importFile({ file: 'export.json', text });
    assert.deepEqual(scenarios, [
      { interactions: [{ user_message: 'Why?', reference_reply: 'Because.' }] },
    ]);
    assert.deepEqual(lost, []);
  });

  it('fromItems lists the fields beside the content of a LangChain message as lost', async () => {
    const human = { id: ['langchain', 'HumanMessage'], kwargs: { content: 'Why?' }, graph: 'g' };
    const ai = { type: 'ai', data: { content: 'Because.' }, stored: 's' };
    const messages = [{ lc: 1, type: 'constructor', ...human }, ai];
    const text = JSON.stringify([{ inputs: { messages } }]);
    const { scenarios, lost } = await importFile({ file: 'export.json', text });
    assert.deepEqual(scenarios, [
      { interactions: [{ user_message: 'Why?', reference_reply: 'Because.' }] },
    ]);
    assert.deepEqual(
      lost.map(({ field }) => field),
      ['messages.graph', 'messages.stored'],
    );
  });
});
