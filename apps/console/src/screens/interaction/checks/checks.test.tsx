import type { CheckResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMarkup, textOf } from '../../../testing/render-screen.tsx';
import { Checks } from './checks.tsx';

const NOTE = 'The customer called from abroad. '.repeat(20).trim();

/** Renders checks on a turn. */
function render(...checks: readonly CheckResult[]): Promise<string> {
  return renderMarkup(
    <Checks
      label="Checks"
      runId={'run-1' as never}
      checks={checks}
      side="reply"
      scope="turn"
      onOpen={() => undefined}
    />,
  );
}

/** The cells of the table of tool calls, row by row. */
function rowsOf(markup: string): readonly (readonly string[])[] {
  const [, ...rows] = markup.split('<tr');
  return rows.map((row) => {
    const seen = row.replaceAll(/<span aria-hidden="true" class="block.*?<\/span>/g, '');
    return seen
      .split(/<t[hd] /)
      .slice(1)
      .map((cell) => textOf(`<td ${cell}`));
  });
}

describe('the list of checks', () => {
  it('has the verdict and the reason of each; only a check that failed is shown as failed', async () => {
    const reason = 'The user did not say this.';
    const checks: readonly CheckResult[] = [
      { text: 'Asks "which card"', passed: true, detail: '', verdict: 'met' },
      { never: 'Promises a date', id: 'no-date', passed: false, detail: '', verdict: 'not_met' },
      { text: 'Names the fee', passed: null, detail: reason, verdict: 'not_applicable', reason },
      { text: 'Is it ok?', passed: null, detail: '', verdict: 'cannot_tell', reason: 'No idea.' },
      { max_words: 60, passed: true, detail: '12 words' },
    ];
    const [, ...items] = (await render(...checks)).split('<li>');
    assert.deepEqual(items.map(textOf), [
      '✓ passed Asks "which card"',
      '✗ failed Never: Promises a date all turns that failed it',
      '– not applicable Names the fee Judge: The user did not say this.',
      '? not decided Is it ok? Judge: No idea.',
      '✓ passed max words 12 words',
    ]);
    assert.match(items[1] ?? '', /href="\/console\/runs\/run-1\?failed_check=no-date"/);
  });
});

describe('a tools check', () => {
  const calls: CheckResult['calls'] = [
    {
      expected: { name: 'verify_identity' },
      made: { name: 'verify_identity', arguments: { code: '1234' } },
      mark: 'met',
    },
    { expected: null, made: { name: 'search', arguments: { q: 'card' } }, mark: 'other' },
    { expected: null, made: { name: 'delete_account', arguments: {} }, mark: 'forbidden' },
    {
      expected: { name: 'block_card', arguments: { card: '4471' } },
      made: { name: 'block_card', arguments: { note: NOTE, card: '9' }, failed: true },
      mark: 'wrong_arguments',
    },
    { expected: { name: 'order_card', arguments: { express: true } }, made: null, mark: 'missing' },
  ];
  const check: CheckResult = { tools: [], id: 'block', passed: false, detail: '1 of 3', calls };

  it('shows expected and made calls in two columns, with each mark in words', async () => {
    const rows = rowsOf(await render(check));
    assert.deepEqual(
      rows.map(([expected, made]) => [expected, made?.replace(/The customer .*…/, '…')]),
      [
        ['Expected', 'Made'],
        ['verify_identity any arguments', '✓ as expected verify_identity { "code":"1234" }'],
        ['none', '· also called search { "q":"card" }'],
        ['none', '✗ forbidden delete_account { }'],
        [
          'block_card { "card":"4471" }',
          '≠ other arguments: card ! failed block_card { "note":"… , "card":"9" } Show all 681 characters',
        ],
        ['order_card { "express":true }', '✗ not called'],
      ],
    );
  });

  it('marks the arguments that differ', async () => {
    const marks = (await render(check)).match(/<mark.*?<\/mark>/g) ?? [];
    assert.deepEqual(marks.map(textOf), ['"card":"4471"', '"card":"9"']);
  });

  it('folds the calls if it passed, and shows only the detail if calls are not reported', async () => {
    const passed = await render({ ...check, passed: true });
    assert.match(passed, /<details.*<summary[^>]*>Tool calls<\/summary><table/);
    const detail = 'the endpoint does not report tool calls';
    const unknown = await render({ tools: [], passed: null, detail });
    assert.match(textOf(unknown), /^\? not decided .* the endpoint does not report tool calls$/);
    assert.doesNotMatch(unknown, /<table/);
  });
});
