import fc from 'fast-check';
import { lexer, walkTokens, type Token } from 'marked';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../testing/example-rows.ts';
import type { GradedConversation } from '../entities/turn.ts';
import type { TurnRow } from '../db/turns/list-turn-rows.ts';
import {
  exampleHeadline,
  exampleStats,
  joined,
  exampleResult,
  exampleResultFrom,
} from '../testing/example-result.ts';
import { NASTY } from '../testing/hostile-text.ts';
import { writeReport, type ReportSource } from './write-report.ts';

const unit = fc.oneof(
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  fc.constantFrom(...'`|\\<>[]()!@#*_~&-:=\n\r\t '.split('')),
);
const anyText = fc.string({ unit });

function rowOf(excerpt: string, changes: Partial<TurnRow> = {}): TurnRow {
  return {
    scenarioNo: 0,
    attemptNo: 0,
    turnNo: 0,
    outcome: 'answered',
    errorKind: null,
    passed: null,
    overall: 0.25,
    latencyMs: 1,
    flags: ['conflict'],
    failedChecks: [],
    excerpt,
    userMessage: null,
    rank: 0.25,
    ...changes,
  };
}

function conversationOf(text: string): GradedConversation {
  const evidence = [{ turn: 1, quote: text }];
  const failed = { type: 'never', passed: false, detail: text, reason: text, evidence } as const;
  return { scenarioNo: 0, attemptNo: 1, scores: {}, checks: [failed], passed: false };
}

/** A report source with this text in every place that takes text. */
function reportOf(text: string): ReportSource {
  const { run, summary } = exampleResult(text);
  const headline = exampleHeadline({ title: text, why: text, next: text });
  return {
    run,
    summary: { ...summary, headline, warnings: [text] },
    worst: [rowOf(text)],
    conversations: [conversationOf(text)],
  };
}

/** The token types of the report. The emphasised word for empty text counts as a code span. */
function tokenTypes(markdown: string): string[] {
  const types: string[] = [];
  void walkTokens(
    lexer(markdown),
    ({ type }) => void types.push(type === 'em' ? 'codespan' : type),
  );
  return types.filter((type) => type !== 'text' && type !== 'space');
}

function spansOf(markdown: string): string[] {
  const spans: string[] = [];
  void walkTokens(lexer(markdown), (token: Token) => {
    if (token.type === 'codespan') spans.push((token as { text: string }).text);
  });
  return spans;
}

describe('a run as a report', () => {
  it('a report has the same structure for any text: HTML, links and mentions stay inert', async () => {
    const plain = await joined(writeReport(reportOf('plain')));
    const shape = tokenTypes(plain);
    assert.ok(!shape.some((type) => ['html', 'link', 'image', 'del', 'code'].includes(type)));
    const check = async (text: string): Promise<void> => {
      const report = await joined(writeReport(reportOf(text)));
      assert.equal(report.split('\n').length, plain.split('\n').length);
      assert.deepEqual(tokenTypes(report), shape);
      assert.ok(report.isWellFormed());
      assert.doesNotMatch(report.replaceAll('\n', ' '), /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u);
    };
    for (const text of NASTY) await check(text);
    await fc.assert(fc.asyncProperty(anyText, check), { numRuns: 500 });
  });

  it('a report quotes the conversation', async () => {
    const said = 'Ask @name about `x` <b> [l](http://x)';
    const spans = spansOf(await joined(writeReport(reportOf(said))));
    assert.equal(spans.filter((span) => span === said).length, 13);
  });

  it('a report has means with their intervals, per scenario', async () => {
    const { run, summary } = exampleResult('greeting');
    const stats = {
      overall: exampleStats({ mean: 0.8, ci95: [0.75, 0.85] }),
      reply: exampleStats(),
    };
    const [scenario] = summary.scenarios;
    assert.ok(scenario);
    const changed = { ...summary, stats, scenarios: [{ ...scenario, stats }] };
    const report = await joined(
      writeReport({ run, summary: changed, worst: [], conversations: [] }),
    );
    assert.match(report, /\| \*\*all\*\* \| 0\.800 \[0\.750, 0\.850\] \| 0\.500 \|/);
    assert.match(report, /\| ` greeting ` \| 0\.800 \[0\.750, 0\.850\] \| 0\.500 \|/);
    assert.match(report, /95 of 100 such intervals contain the true mean on this suite/);
  });

  it('a report says how many attempts passed and which interactions did not', async () => {
    const { run, summary } = exampleResult('greeting');
    const passes = {
      attempts: 20,
      unknown: 0,
      passed: 17,
      pass_rate: 0.85,
      ci95: [0.64, 0.948] as [number, number],
      pass_at_k: { 1: 0.85, 5: 1 },
      pass_hat_k: { 1: 0.85, 5: 0.4 },
      scenarios: 4,
      flaky_scenarios: 2,
    };
    const worst = [rowOf('Hi', { passed: false })];
    const report = await joined(
      writeReport({ run, summary: { ...summary, passes }, worst, conversations: [] }),
    );
    assert.match(
      report,
      /^17 of 20 attempts passed: 85% \[64\.0%, 94\.8%\], pass\^5 40%, flaky scenarios: 2 of 4$/m,
    );
    assert.match(report, /turn 1, did not pass, /);
    const failedChecks = [
      { type: 'contains', passed: false, detail: '"4471" is missing', at: 0 },
    ] as const;
    const checked = [rowOf('Hi', { passed: false, failedChecks })];
    const named = await joined(writeReport({ run, summary, worst: checked, conversations: [] }));
    assert.match(named, /turn 1, check failed: ` contains: "4471" is missing `, /);
    const few = { ...passes, unknown: 3, pass_hat_k: { 1: 0.85, 5: null } };
    const open = await joined(
      writeReport({ run, summary: { ...summary, passes: few }, worst, conversations: [] }),
    );
    assert.match(open, /passed, not known: 3: 85%/);
    assert.match(open, /pass\^5 – \(a scenario has fewer than 5 known attempts\)/);
  });

  it('a report lists the conversations that did not pass, with the check, the reason and the quote', async () => {
    const checks = [{ never: 'Promises a date', id: undefined, optional: undefined }];
    const { run, summary } = exampleResultFrom([exampleScenario({ name: 'card', checks })], []);
    const conversations = [conversationOf('on Friday')];
    const report = await joined(writeReport({ run, summary, worst: [], conversations }));
    assert.match(report, /^### Whole conversations that did not pass$/m);
    assert.match(
      report,
      /^- ` card `, attempt 2, check failed: ` never: Promises a date: on Friday "on Friday" \(turn 2\) `$/m,
    );
    const passed = await joined(writeReport({ run, summary, worst: [], conversations: [] }));
    assert.doesNotMatch(passed, /conversations/);
  });

  it('a report stays under 60 KB for any run', async () => {
    for (const text of [
      '字'.repeat(2000),
      '`'.repeat(2000),
      '👍'.repeat(2000),
      '&<|'.repeat(1000),
    ]) {
      const interaction = exampleInteraction({ user_message: text, reference_reply: text });
      const scenario = exampleScenario({ name: text, interactions: [interaction] });
      const { run, summary } = exampleResultFrom(Array(1000).fill(scenario) as never, []);
      const flags = Array<string>(100).fill(text);
      const worst = Array<TurnRow>(100).fill(rowOf(text, { flags, errorKind: 'rate_limit' }));
      const warnings = Array<string>(100).fill(text);
      const conversations = Array<GradedConversation>(20).fill(conversationOf(text));
      const report = await joined(
        writeReport({ run, summary: { ...summary, warnings }, worst, conversations }),
      );
      assert.ok(Buffer.byteLength(report) < 60_000, `${Buffer.byteLength(report)} bytes`);
    }
  });

  it('a report starts with the headline: result, basis, numbers, reason and next step', async () => {
    const { run, summary } = exampleResult('greeting');
    const headline = exampleHeadline({
      result: 'checks_failed',
      status: 'fail',
      exit_code: 1,
      basis: 'checks',
      title: '2 required checks failed',
      next: 'Fix the replies.',
    });
    const report = await joined(
      writeReport({ run, summary: { ...summary, headline }, worst: [], conversations: [] }),
    );
    const lines = report.split('\n').filter((line) => line !== '');
    assert.deepEqual(lines.slice(0, 5), [
      '## Evaluation ` greeting `',
      '### ✗ checks failed, by checks',
      '` 2 required checks failed `',
      '` No required check failed. `',
      'Next: ` Fix the replies. `',
    ]);
    assert.doesNotMatch(report, /completed successfully/);
  });

  it('a report says if nothing was scored', async () => {
    const { run, summary } = exampleResult('t');
    const report = await joined(
      writeReport({ run, summary: { ...summary, stats: {} }, worst: [], conversations: [] }),
    );
    assert.match(report, /Nothing was scored\./);
  });
});
