import fc from 'fast-check';
import { lexer, walkTokens, type Token } from 'marked';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comparison, GateVerdict } from '@fairtrial/contracts';
import { exampleInteraction, exampleScenario } from '../testing/example-rows.ts';
import { compareGrids, type ScoreGrid } from '../testing/example-aggregates.ts';
import { joined, exampleResultFrom } from '../testing/example-result.ts';
import { NASTY } from '../testing/hostile-text.ts';
import { writeReport, type ReportSource } from './write-report.ts';

/** In five attempts the second turn of scenario 0 gets worse, scenario 1 improves and scenario 2 stays the same. */
const around = (middle: number): readonly number[] =>
  [-0.01, -0.005, 0, 0.005, 0.01].map((noise) => middle + noise);
const scenario = (...turns: readonly number[]): readonly (readonly number[])[] =>
  around(0).map((noise) => turns.map((middle) => middle + noise));
const BEFORE: ScoreGrid = [scenario(0.9, 0.9), scenario(0.5, 0.5), scenario(0.7, 0.7)];
const AFTER: ScoreGrid = [scenario(0.9, 0.3), scenario(0.8, 0.8), scenario(0.7, 0.7)];

const GATE: GateVerdict = {
  verdict: 'fail',
  baseline_run_id: null,
  gates: [
    {
      gate: 'no regression',
      verdict: 'fail',
      value: null,
      interval: null,
      limit: null,
      sentence: 'Worse',
    },
    {
      gate: 'overall >= 0.1',
      verdict: 'pass',
      value: 0.7,
      interval: null,
      limit: 0.1,
      sentence: 'Holds',
    },
  ],
};

interface Texts {
  readonly name: (no: number) => string;
  readonly said: string;
}

function sourceWith({ name, said }: Texts, times = 1): ReportSource {
  const comparison = { ...compareGrids(BEFORE, AFTER), basis: 'judge' as const };
  const scenarios = Array.from({ length: 3 * times }, (_, no) =>
    exampleScenario({
      name: name(no),
      interactions: [said, said].map((text) =>
        exampleInteraction({ user_message: text, reference_reply: text }),
      ),
    }),
  );
  const { run, summary } = exampleResultFrom(scenarios, []);
  const renamed: Comparison = {
    ...comparison,
    baseline: { ...comparison.baseline, test_name: said, model_id: said },
    scenarios: Array.from({ length: times }, () => comparison.scenarios)
      .flat()
      .map((one, at) => ({ ...one, name: name(at) })),
  };
  const gates = GATE.gates.map((gate) => ({ ...gate, gate: said, sentence: said }));
  return {
    run,
    summary: { ...summary, comparison: renamed, gate: { ...GATE, gates } },
    worst: [],
    conversations: [],
  };
}

const PLAIN: Texts = { name: (no) => ['falls', 'rises', 'stays'][no] ?? '', said: 'plain' };

function tokenTypes(markdown: string): string[] {
  const types: string[] = [];
  void walkTokens(lexer(markdown), ({ type, raw }: Token) => {
    if (type === 'html') types.push(`html ${raw.trim()}`);
    else if (type !== 'text' && type !== 'space') types.push(type === 'em' ? 'codespan' : type);
  });
  return types;
}

describe('a report of a run with a baseline', () => {
  it('a report lists losses, gains and unchanged scenarios, and folds the rest', async () => {
    const report = await joined(writeReport(sourceWith(PLAIN)));
    assert.match(
      report,
      /^\*\*Scenarios\*\*: ▼ 1 regressed, ▲ 1 improved, · 1 no change found, – 0 not known$/m,
    );
    assert.match(
      report,
      /\*\*▼ regressed\*\*\n\n.*\n.*\n\| ` falls ` \| 0\.900 \| 0\.600 \| \*\*−0\.300\*\* \| \[.*\] \| \d\d\.?\d? % \|/,
    );
    assert.match(report, /^- ` falls `, interaction 2 fell by 0\.600: ` plain `$/m);
    assert.match(
      report,
      /\*\*▲ improved\*\*\n\n.*\n.*\n\| ` rises ` \| 0\.500 \| 0\.800 \| \*\*\+0\.300\*\* \|/,
    );
    assert.match(report, /^\*\*No change found\*\*: ` stays `$/m);
    assert.match(report, /^- ✗ \*\*fail\*\* ` plain `: ` plain `$/m);
    const fold = report.indexOf('<details>');
    assert.ok(
      fold > report.indexOf('**No change') && fold < report.indexOf('| Scenario | ` overall `'),
    );
    assert.match(report, /\n\n<\/details>\n$/);
    assert.doesNotMatch(report, /paired/);
  });

  it('a report with a baseline has the same structure for any text and contains no foreign HTML', async () => {
    const shape = tokenTypes(await joined(writeReport(sourceWith(PLAIN))));
    assert.deepEqual(
      shape.filter((type) => type.startsWith('html')),
      [
        'html <details><summary>All scenarios and the lowest interactions</summary>',
        'html </details>',
      ],
    );
    assert.ok(!shape.some((type) => ['link', 'image', 'del', 'code'].includes(type)));
    const check = async (text: string): Promise<void> => {
      const report = await joined(writeReport(sourceWith({ name: () => text, said: text })));
      assert.deepEqual(tokenTypes(report), shape);
    };
    for (const text of NASTY) await check(text);
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), check), { numRuns: 200 });
  });

  it('a report with a baseline stays under 60 KB with hundreds of scenarios and 100 kB of text', async () => {
    for (const piece of ['`', '字', '👍', '@name ', '| a ', '<b>']) {
      const said = piece.repeat(100_000 / piece.length);
      const source = sourceWith({ name: () => said, said }, 200);
      const gates = Array.from({ length: 50 }, () => source.summary.gate?.gates ?? []).flat();
      const gate = { ...GATE, gates };
      const warnings = Array<string>(50).fill(said);
      const report = await joined(
        writeReport({ ...source, summary: { ...source.summary, gate, warnings } }),
      );
      assert.ok(Buffer.byteLength(report) < 60_000, `${piece}: ${Buffer.byteLength(report)} bytes`);
    }
  });

  it('a report says what too few attempts cannot decide', async () => {
    const few = compareGrids([[[0.5]]], [[[0.4]]]);
    const { run, summary } = exampleResultFrom([exampleScenario({ name: 'only' })], []);
    const report = await joined(
      writeReport({ run, summary: { ...summary, comparison: few }, worst: [], conversations: [] }),
    );
    assert.match(
      report,
      /▼ 0 less similar, ▲ 0 more similar, · 0 no change found, – 1 not known$/m,
    );
    assert.match(
      report,
      /^\*\*Not known \(a verdict needs \d+ scored attempts per run\)\*\*: ` scenario-0 `$/m,
    );
  });
});
