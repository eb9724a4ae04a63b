import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseInline, parseMarkdown } from './parse-markdown.ts';

describe('parseMarkdown', () => {
  it('parses headings, lists, quotes, code, tables and paragraphs of Markdown', () => {
    const text = [
      '# Refund',
      'It takes **5 days**',
      'at most.',
      '- first',
      '- second',
      '1. one',
      '> said before',
      '```js',
      '# no heading',
      '```',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
    ].join('\n');
    assert.deepEqual(parseMarkdown(text), [
      { kind: 'heading', level: 1, text: 'Refund' },
      { kind: 'paragraph', lines: ['It takes **5 days**', 'at most.'] },
      { kind: 'list', start: undefined, items: ['first', 'second'] },
      { kind: 'list', start: 1, items: ['one'] },
      { kind: 'quote', lines: ['said before'] },
      { kind: 'code', text: '# no heading' },
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ]);
  });

  it('keeps the numbers of a Markdown list whose items have text between them', () => {
    assert.deepEqual(parseMarkdown('1. one\n\nmore\n\n2. two\n3. three'), [
      { kind: 'list', start: 1, items: ['one'] },
      { kind: 'paragraph', lines: ['more'] },
      { kind: 'list', start: 2, items: ['two', 'three'] },
    ]);
  });

  it('parses bold, italic and code in a Markdown line, and leaves everything else unchanged', () => {
    assert.deepEqual(
      parseInline('a **b** *c* `d*` 2 * 3 * 4 snake_case_name').map(({ style, text }) => [
        style,
        text,
      ]),
      [
        ['plain', 'a '],
        ['bold', 'b'],
        ['plain', ' '],
        ['italic', 'c'],
        ['plain', ' '],
        ['code', 'd*'],
        ['plain', ' 2 * 3 * 4 snake_case_name'],
      ],
    );
    for (const text of ['<img src=x>', '[a](javascript:1)', '![a](http://b.c/d.png)', '** **']) {
      assert.deepEqual(parseInline(text), [{ style: 'plain', text }]);
    }
  });

  it('parses any Markdown text in bounded time', () => {
    const start = performance.now();
    for (const text of ['*', '_', '`', '**a', '> ', '|', '- ', '#'])
      parseMarkdown(text.repeat(20_000).concat('\n').repeat(3)).forEach((block) => {
        if (block.kind === 'paragraph') block.lines.forEach(parseInline);
      });
    for (const text of ['```\n\n```\n', '|a|\n|-|\n\n']) parseMarkdown(text.repeat(20_000));
    for (const text of ['*a ', '_a', '`', '**a']) parseInline(text.repeat(1600));
    assert.ok(performance.now() - start < 2000);
  });
});
