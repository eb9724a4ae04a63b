import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTable } from './format-table.ts';
import { textWidth } from './text-layout.ts';

const COLUMNS = [
  { title: 'Name', isFlexible: true },
  { title: 'Score', align: 'right' },
  { title: 'Word' },
] as const;

function table(rows: readonly (readonly string[])[], width: number): string {
  const cells = rows.map((row) => row.map((text) => ({ text })));
  return formatTable({ columns: COLUMNS, rows: cells, width, titleStyle: (text) => text });
}

describe('formatTable', () => {
  it('formatTable truncates the widest of several flexible columns', () => {
    const text = formatTable({
      columns: [
        { title: 'A', isFlexible: true },
        { title: 'B', isFlexible: true },
      ],
      rows: [[{ text: 'x'.repeat(60) }, { text: 'y'.repeat(12) }]],
      width: 40,
      titleStyle: (title) => title,
    });
    assert.equal(text.split('\n')[1], `${'x'.repeat(25)}…  ${'y'.repeat(12)}`);
  });

  it('formatTable aligns columns with their titles, without trailing spaces', () => {
    assert.equal(
      table(
        [
          ['bank', '.7', 'same'],
          ['telecom', '.91', ''],
        ],
        80,
      ),
      'Name     Score  Word\nbank        .7  same\ntelecom    .91',
    );
  });

  it('formatTable truncates the flexible column and counts wide characters as two', () => {
    const text = table(
      [
        ['見'.repeat(40), '.71', 'regressed'],
        ['👩‍👩‍👧 family', '1.0', 'same'],
      ],
      40,
    );
    for (const line of text.split('\n')) assert.ok(textWidth(line) <= 40, line);
    assert.match(text, /^見+… +\.71 {2}regressed$/m);
    assert.match(text, /^👩‍👩‍👧 family +1\.0 {2}same$/m);
  });

  it('formatTable ignores colours when it measures widths', () => {
    const style = (text: string): string => `<${text}>`;
    const rows = [
      [
        { text: 'a', style },
        { text: 'b', style },
        { text: 'c', style },
      ],
    ];
    const text = formatTable({ columns: COLUMNS, rows, width: 80, titleStyle: (title) => title });
    assert.equal(text.split('\n')[1], '<a   >  <    b>  <c>');
  });
});
