import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readToolResult } from './read-tool-result.ts';

const DATA = Buffer.from('12345').toString('base64');
const text = (value: string): object => ({ type: 'text', text: value });
const read = (content: readonly object[], structuredContent?: unknown): string =>
  readToolResult({ content, structuredContent }).text;

describe('readToolResult', () => {
  it('includes text, embedded resources and resource links of an MCP tool result', () => {
    const link = {
      type: 'resource_link',
      uri: 'file:///b.md',
      name: 'b.md',
      mimeType: 'text/plain',
    };
    assert.equal(
      read([
        text('Two files:'),
        { type: 'resource', resource: { uri: 'file:///a.md', text: '# A' } },
        { ...link, description: 'The second one' },
      ]),
      'Two files:\n[resource: file:///a.md]\n# A\n[link to a resource: b.md, file:///b.md, text/plain, The second one]',
    );
  });

  it('describes images, audio and binary resources by type and size', () => {
    assert.equal(
      read([
        { type: 'image', data: DATA, mimeType: 'image/png' },
        { type: 'audio', data: DATA, mimeType: 'audio/wav' },
        {
          type: 'resource',
          resource: { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: DATA },
        },
      ]),
      '[image: image/png, 5 bytes]\n[audio: audio/wav, 5 bytes]\n[resource: file:///a.pdf, application/pdf, 5 bytes that are not text]',
    );
  });

  it('adds structured content as JSON if the text does not contain it', () => {
    assert.equal(read([], { celsius: 21 }), '{"celsius":21}');
    assert.equal(read([text('Warm.')], { celsius: 21 }), 'Warm.\n{"celsius":21}');
  });

  it('does not repeat structured content that the text contains', () => {
    assert.equal(read([text('{ "b": 2, "a": 1 }')], { a: 1, b: 2 }), '{ "b": 2, "a": 1 }');
    assert.equal(read([text('42')], { result: 42 }), '42');
    assert.equal(read([text('sunny')], { result: 'sunny' }), 'sunny');
    assert.equal(read([text('a'), text('b')], { result: ['a', 'b'] }), 'a\nb');
  });

  it('reports whether the MCP tool failed', () => {
    assert.deepEqual(readToolResult({ content: [text('no')], isError: true }), {
      text: 'no',
      failed: true,
    });
  });
});
