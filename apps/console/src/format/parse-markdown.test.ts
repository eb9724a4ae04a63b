import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseMarkdown, type MarkdownNode } from './parse-markdown.ts';

/** The nodes as HTML, but nothing is escaped, and an element without children has no end tag. */
function print(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const { tag, children, ...rest } = node;
      const attributes = Object.entries(rest).map(([name, value]) => ` ${name}=${value}`);
      return `<${tag}${attributes.join('')}>${print(children)}${children.length > 0 ? `</${tag}>` : ''}`;
    })
    .join('');
}

function read(text: string): string {
  const nodes = parseMarkdown(text);
  assert.ok(nodes, 'it is plain text');
  return print(nodes);
}

function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

/** Each construct, its source, and what it is shown as. */
const CONSTRUCTS: readonly (readonly [name: string, source: string, shown: string])[] = [
  ['headings', '# A\n## B ##\nC\n===', '<p level=1>A</p><p level=2>B</p><p level=1>C</p>'],
  [
    'nested lists',
    '- a\n  - b\n    - c\n- d',
    '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>',
  ],
  [
    'the number that a list starts with, and a list in an item',
    '3. a\n   - b\n4. c',
    '<ol start=3><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
  ],
  [
    'paragraphs and code in the item of a list',
    '1. a\n\n   b\n\n   ```\n   c\n   ```\n2. d',
    '<ol start=1><li><p>a</p><p>b</p><pre>c</pre></li><li><p>d</p></li></ol>',
  ],
  ['the lines of an item', '- a\n  b\nc', '<ul><li>a<br>b<br>c</li></ul>'],
  ['tasks', '- [x] a\n- [ ] b', '<ul><li>☑ a</li><li>☐ b</li></ul>'],
  [
    'tables with alignment, escaped bars and formatted cells',
    '| a | **b** | |\n|:--|--:|---|\n`x \\| y` | c',
    '<table><thead><tr><th align=left>a</th><th align=right><strong>b</strong></th><td></tr></thead>' +
      '<tbody><tr><td align=left><code>x | y</code></td><td align=right>c</td><td></tr></tbody></table>',
  ],
  [
    'fenced code with its language',
    '````js\na\n```\n# b\n````\n~~~\n<b>\n~~~',
    '<pre><small>js</small>a\n```\n# b</pre><pre><b></pre>',
  ],
  ['indented code', 'a\n\n    b\n      c', '<p>a</p><pre>b\n  c</pre>'],
  ['code in a line', 'a `b*` and ``c ` d``', '<p>a <code>b*</code> and <code>c ` d</code></p>'],
  [
    'nested quotes',
    '> a\n>> b\n\n> - c',
    '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><blockquote><ul><li>c</li></ul></blockquote>',
  ],
  [
    'nested emphasis',
    '**a *b* c** ***d*** a*b*c',
    '<p><strong>a <em>b</em> c</strong> <em><strong>d</strong></em> a<em>b</em>c</p>',
  ],
  [
    'underscores',
    '_a_ __b__ snake_case_name',
    '<p><em>a</em> <strong>b</strong> snake_case_name</p>',
  ],
  ['strikethrough', '~~a~~ ~ 5', '<p><del>a</del> ~ 5</p>'],
  ['line breaks', 'a  \nb\\\nc\nd', '<p>a<br>b<br>c<br>d</p>'],
  ['rules', 'a\n\n---\n***\nb', '<p>a</p><hr><hr><p>b</p>'],
  ['escapes', String.raw`\*a\* 1\. \# b`, '<p>*a* 1. # b</p>'],
  [
    'character references',
    '&lt;b&gt; &amp; 5&nbsp;&#8364;, not in `&lt;` nor &nosuch; nor &#1114112;',
    '<p><b> & 5\u00A0€, not in <code>&lt;</code> nor &nosuch; nor \uFFFD</p>',
  ],
  [
    'links and images as the text that they were written as',
    '[a **b**](javascript:1 "c") ![d](http://e.f/_g_.png) <http://h.i> http://j.k/_l_ [m][n]\n\n[n]: http://o.p',
    '<p>[a **b**](javascript:1 "c") ![d](http://e.f/_g_.png) <http://h.i> http://j.k/_l_ [m][n]</p><p>[n]: http://o.p</p>',
  ],
  [
    'HTML as the text that it was written as',
    '<div onclick="a">\n  *b*\n</div>\n\nc<br>**d** <img src=x> <!-- e -->',
    '<p><div onclick="a">\n  *b*\n</div></p><p>c<br><strong>d</strong> <img src=x> <!-- e --></p>',
  ],
];

/** Marks of Markdown and HTML, and letters. */
const PARTS = [
  '*',
  '_',
  '**',
  '~~',
  '`',
  '```',
  '[',
  ']',
  '](',
  ')',
  '![',
  '<',
  '>',
  '</',
  '!--',
  '--',
  '|',
].concat(
  [
    '|-|',
    '- ',
    '1. ',
    '> ',
    '#',
    '=',
    '\n',
    '\n\n',
    '    ',
    '\t',
    ' ',
    '  \n',
    '\\',
    ':',
    'http://',
    '@',
    'a',
    'bc',
  ],
  ['É', 'd e', 'div', 'script', 'f.g', '[ ] ', '"', "'", '(', '\r\n', '\0', '\u2028', '👩‍👩‍👧'],
);

describe('parseMarkdown', () => {
  for (const [name, source, shown] of CONSTRUCTS) {
    it(`parses Markdown: ${name}`, () => {
      assert.equal(read(source), shown);
    });
  }

  it('leaves text unchanged that only looks like Markdown', () => {
    for (const text of [
      '2 * 3 * 4',
      'a ** b **',
      '1.5 kg',
      '#5',
      'a | b',
      '5 - 3',
      '$1 and *',
      '&',
      '(c)',
    ])
      assert.equal(read(text), `<p>${text}</p>`);
  });

  it('shows a table as it was written if a row has more cells than its head', () => {
    const text = '| a |\n|---|\n| b | c |';
    assert.equal(read(text), `<p>${text}</p>`);
  });

  it('keeps all letters of any Markdown text, in their order', () => {
    const part = fc.constantFrom(...PARTS);
    const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        assert.equal(letters(textOf(parseMarkdown(text) ?? [text])), letters(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('parses a long reply', () => {
    const sources = CONSTRUCTS.map(([, source]) => source).join('\n\n');
    const text = `${sources}\n\n`.repeat(60);
    assert.ok(text.length > 30_000, `${text.length}`);
    assert.ok(parseMarkdown(text));
  });

  it('returns undefined for text that is too long or too nested', () => {
    assert.equal(parseMarkdown('a\n\n'.repeat(20_000)), undefined);
    for (const [open, close] of [
      ['> ', ''],
      ['- ', ''],
      ['1. ', ''],
      ['*a ', ' a*'],
    ] as const) {
      assert.ok(parseMarkdown(`${open.repeat(10)}b${close.repeat(10)}`), open);
      assert.equal(parseMarkdown(`${open.repeat(100)}b${close.repeat(100)}`), undefined, open);
    }
  });

  it('returns undefined for text that would take too long to parse', { timeout: 60_000 }, () => {
    const wide = `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|\n'.repeat(10_000)}`;
    const repeated = ['*a_', '_a ', '~~a ', '> ', '+ '].map((part) =>
      part.repeat(49_000 / part.length),
    );
    for (const text of [wide, `a${' '.repeat(49_000)}b`, ...repeated])
      assert.equal(parseMarkdown(text), undefined, text.slice(0, 10));
    for (const part of [
      '- [ ] a\n',
      '- a\n',
      '[',
      '![',
      '`',
      '\\`',
      '<',
      '<!--',
      '&',
      '|-',
      'a@b.',
      '```\n',
    ])
      parseMarkdown(part.repeat(49_000 / part.length));
  });
});
