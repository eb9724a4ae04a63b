import { toStorable } from '@fairtrial/contracts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario, exampleGraded } from '../testing/example-rows.ts';
import { exampleResult, exampleResultFrom, joined } from '../testing/example-result.ts';
import { NASTY } from '../testing/hostile-text.ts';
import { writeCsv } from './write-csv.ts';

/** Every UTF-16 unit, with the special characters of CSV more often. */
const unit = fc.oneof(
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', '\t', "'", '\0'),
);
const anyText = fc.string({ unit });
const TEXTS = ['scenario_id', 'interaction_id', 'user_message', 'agent_reply', 'reference_reply'];

/** Strict RFC 4180: nothing else ends a line, nothing is trimmed. */
function read(csv: string): Record<string, string>[] {
  return parse(csv, { columns: true, record_delimiter: '\r\n' });
}

/** As lenient programs read it: each of CR, LF and CRLF ends a line outside quotes. */
function readLoosely(csv: string): string[][] {
  return parse(csv, { record_delimiter: ['\r\n', '\r', '\n'], relax_column_count: true });
}

/** Matches cells that a program may run as a formula, also after blanks and quotes. */
const FORMULA = /^[\s\p{Cc}\p{Cf}'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^'*[\t\r]/u;

/** Asserts that the cell has the storable form of the text, apart from the ' before a formula. */
function isSame(cell: string | undefined, text: string): void {
  const isEscaped = cell?.startsWith("'") === true && FORMULA.test(cell.slice(1));
  assert.equal(isEscaped ? cell.slice(1) : cell, toStorable(text).text);
}

describe('a run as CSV', () => {
  it('CSV round-trips any text', async () => {
    const check = async (text: string): Promise<void> => {
      const [row, ...more] = read(await joined(writeCsv(exampleResult(text))));
      assert.deepEqual(more, []);
      for (const column of TEXTS) isSame(row?.[column], text);
    };
    await check('\r=1+1');
    for (const text of NASTY) await check(text);
    await check('a long reply, "\n'.repeat(65_536));
    await fc.assert(fc.asyncProperty(anyText, check), { numRuns: 500 });
  });

  it('no CSV cell starts a formula, for any text and any line ending that programs accept', async () => {
    const check = async (text: string): Promise<void> => {
      const csv = await joined(writeCsv(exampleResult(text)));
      const rows = readLoosely(csv);
      assert.equal(rows.length, 2, 'a head and one line');
      for (const cell of rows.flat()) {
        assert.ok(!FORMULA.test(cell) || cell.startsWith("'"), JSON.stringify(cell));
      }
      // CSV quotes: a quote inside a cell is doubled.
      const unquoted = csv.replaceAll(/"(?:[^"]|"")*"/g, 'quoted');
      for (const cell of unquoted.split(/[\r\n,;\t]/)) {
        assert.ok(!FORMULA.test(cell) || cell.startsWith("'"), JSON.stringify(cell));
      }
    };
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1'];
    const starts = [
      '',
      ' ',
      '\r',
      '\n',
      '\t',
      '"',
      '""',
      "'",
      '\uFEFF',
      '\u00A0',
      'a\r',
      'a\n',
      'a;',
    ];
    for (const text of starts.flatMap((start) => formulas.map((formula) => start + formula))) {
      await check(text);
    }
    for (const text of NASTY) await check(text);
    await fc.assert(fc.asyncProperty(anyText, check), { numRuns: 500 });
  });

  it('CSV columns have a fixed order, with the metrics last and no BOM', async () => {
    const turn = {
      scores: { overall: 0.123456, answered: 1 },
      latencyMs: 12.5,
      flags: ['a', 'b'],
      passed: false,
      checks: [
        { type: 'latency_ms', passed: true, detail: 'it took 1 ms' },
        { type: 'max_words', passed: false, detail: 'too long' },
      ] as const,
    };
    const csv = await joined(writeCsv(exampleResult('Hi', turn)));
    const [head = '', line = '', ...rest] = csv.split('\r\n');
    assert.ok(head.startsWith('run_id,scenario,attempt,turn,scenario_id,interaction_id,'));
    assert.ok(
      head.endsWith(
        ',metadata_source,passed,failed_checks,conversation_passed,conversation_failed_checks,scores.overall,scores.answered',
      ),
    );
    assert.ok(
      line.endsWith(',answered,,,,12.5,,,,a b,{},{},,false,max words: too long,,,0.1235,1'),
      line,
    );
    assert.deepEqual(rest, ['']);
  });

  it('CSV has the result of the conversation in every row of the attempt, and lists only failed checks as failed', async () => {
    const checks = [{ text: 'Is polite', id: undefined, optional: undefined }];
    const interactions = [exampleInteraction({ checks }), exampleInteraction()];
    const scenario = exampleScenario({ interactions, checks });
    const open = { type: 'text', passed: null, detail: 'unclear', verdict: 'cannot_tell' } as const;
    const failed = { type: 'text', passed: false, detail: 'It is rude.' } as const;
    const score = { scenarioNo: 0, attemptNo: 1, scores: {}, checks: [failed], passed: false };
    const turns = [
      exampleGraded({ checks: [open] }),
      exampleGraded({ attemptNo: 1, checks: [failed] }),
      exampleGraded({ attemptNo: 1, turnNo: 1 }),
    ];
    const rows = read(await joined(writeCsv(exampleResultFrom([scenario], turns, [score]))));
    const columns = ['failed_checks', 'conversation_passed', 'conversation_failed_checks'];
    assert.deepEqual(
      rows.map((row) => columns.map((name) => row[name])),
      [
        ['', '', ''],
        ['Is polite: It is rude.', 'false', 'Is polite: It is rude.'],
        ['', 'false', 'Is polite: It is rude.'],
      ],
    );
  });

  it('CSV leaves numbers unchanged and unknown values empty', async () => {
    const error = { kind: 'http', status: 500, message: '=1', tries: 1, elapsed_ms: 1 } as const;
    const turn = { scores: { overall: null }, latencyMs: -1, error };
    const [row] = read(await joined(writeCsv(exampleResult('Hi', turn))));
    assert.equal(row?.['latency_ms'], '-1');
    assert.equal(row['scores.overall'], '');
    assert.deepEqual(
      [row['error_kind'], row['error_status'], row['error_message']],
      ['http', '500', "'=1"],
    );
  });
});
