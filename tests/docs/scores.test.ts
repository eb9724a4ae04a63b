/** Computes every example of docs/reference/scores.md. */
import { Check, Weights } from '@fairtrial/contracts';
import { runChecks, JUDGE_SCORES, normalise, readText, scoreReply } from '@fairtrial/scorers';
import {
  comparePassCounts,
  compareRuns,
  describeMetrics,
  isFlaky,
  passAtK,
  passHatK,
  seededRandom,
  suiteMean,
  wilsonInterval,
} from '@fairtrial/statistics';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pairsTable } from '../truth/labelled-pairs.ts';
import { listTables, type Table } from '../support/data/read-markdown.ts';

const FILE = 'docs/reference/scores.md';
const text = readFileSync(FILE, 'utf8');
const WEIGHTS = { reply: 0.7, metadata: 0.3 };

type Row = readonly string[];

/** Computes the last columns of a table from the first ones. */
type Compute = (row: Row, header: Row) => readonly string[] | Promise<readonly string[]>;

const COMPUTE: Readonly<Record<string, Compute>> = {
  'Text, Compared as': ([raw = '']) => {
    const { norm, tokens } = readText(raw);
    assert.equal(norm, normalise(raw));
    return [norm, String(tokens.length)];
  },
  'Reply, Reference': ([reply = '', reference = ''], header) => {
    const metadata = {};
    const expected = { reference_reply: reference, reference_metadata: metadata };
    const said = { text: readText(reply), metadata, absent: 'wrong' } as const;
    const { scores, flags } = scoreReply(said, expected, { weights: WEIGHTS });
    return header
      .slice(2)
      .map((name) => (name === 'Flags' ? flags.join() : show(scores[name] ?? null)));
  },
  'Expected, Given': ([expected = '', given = '']) => {
    const field = (json: string): object => ({ field: JSON.parse(json) as unknown });
    const wanted = { reference_reply: '', reference_metadata: { ...field(expected) } };
    const said = { text: readText(''), metadata: { ...field(given) }, absent: 'wrong' } as const;
    const { scores } = scoreReply(said, wanted, { weights: WEIGHTS });
    return [show(scores['metadata.field'] ?? null)];
  },
  'Choice, Meaning': ([choice = '', meaning = '']) => [
    meaning,
    show(JUDGE_SCORES[choice as keyof typeof JUDGE_SCORES]),
  ],
  'Reply, metadata, checks, Weights': ([parts = '', weights = '']) => {
    const [reply, label, checks] = parts.split(', ').map(toScore);
    const checked = checks === undefined ? [] : [{ passed: checks === 1, detail: '' }];
    assert.equal(reply, 1);
    // Both labels are right if `label` is 1, else one of the two.
    const reference_metadata = label === undefined ? {} : { a: 1, b: 1 };
    const metadata = { a: 1, b: label === 1 ? 1 : 0 };
    const expected = { reference_reply: 'Yes', reference_metadata };
    const said = { text: readText('Yes'), metadata, absent: 'wrong', checked } as const;
    const given = Weights.parse(JSON.parse(weights));
    return [show(scoreReply(said, expected, { weights: given }).scores['overall'] ?? null)];
  },
  'Check, Reply': ([json = '', reply = '']) => {
    const check = Check.parse(JSON.parse(json));
    const seen = { text: reply, latencyMs: 0, toolCalls: [] };
    const [checked] = runChecks([check], seen);
    return [checked?.passed === true ? 'yes' : 'no', checked?.detail ?? ''];
  },
  'Class of replies': ([name = '']) => {
    const lines = pairsTable().filter((line) => line.class === name);
    return [
      ...lines.map(({ flagged, pairs }) => `${flagged} of ${pairs}`),
      ...lines.map(({ auc }) => (auc === null ? '–' : auc.toFixed(2))),
    ];
  },
  'Example, Gives': ([example = '']) => {
    const [, name = '', args = ''] = /^(\w+)\((.*)\)$/.exec(example) ?? [];
    const compute = EXAMPLES[name];
    assert.ok(compute, `no computation for ${example}`);
    return [compute(...(JSON.parse(`[${args}]`) as never[]))];
  },
  // `npm test -- truth` measures these figures in minutes, and fails if one is beyond its bound.
  'Promise, Bound': ([, ...measured]) => measured,
  'What fell, Attempts': ([what = '', attempts = '']) => [
    attempts,
    `about ${shareFound(what.startsWith('all'), Number(attempts))} %`,
  ],
};

/** The functions called in the column of examples. */
const EXAMPLES: Readonly<Record<string, (...args: never[]) => string>> = {
  pass_rate: (passes: number, attempts: number) =>
    range(passes / attempts, wilsonInterval(passes, attempts)),
  pass_at_k: (passes: number, attempts: number, k: number) =>
    show(passAtK({ passes, attempts }, k) ?? null),
  pass_hat_k: (passes: number, attempts: number, k: number) =>
    show(passHatK({ passes, attempts }, k) ?? null),
  flaky: (passes: number, attempts: number) => (isFlaky({ passes, attempts }) ? 'yes' : 'no'),
  mean: (scenarios: readonly (readonly (readonly number[])[])[]) =>
    show(statsOf(scenarios)?.mean ?? null),
  interval: (scenarios: readonly (readonly number[])[]) => {
    const { mean, ci95 } = suiteMean(scenarios);
    return range(mean, ci95);
  },
  coverage: (turns: readonly (number | null)[]) => {
    const stats = statsOf([[turns]]);
    assert.ok(stats);
    const [low, high] = stats.bounds;
    return `mean ${show(stats.mean)}, coverage ${show(stats.coverage)}, bounds ${show(low)} to ${show(high)}`;
  },
  compare: (baseline: readonly number[], candidate: readonly number[]) => {
    const { onThisSuite: verdict } = compareRuns([{ baseline, candidate }]);
    assert.ok(verdict);
    return `${verdict.result}: ${range(verdict.delta, verdict.interval)}`;
  },
  passes: (scenarios: readonly (readonly [number, number, number, number])[]) =>
    show(
      comparePassCounts(
        scenarios.map(([before, of, after, all]) => ({
          baseline: { passes: before, attempts: of },
          candidate: { passes: after, attempts: all },
        })),
      ),
    ),
};

function statsOf(scenarios: readonly (readonly (readonly (number | null)[])[])[]) {
  const turns = scenarios.map((attempts) => attempts.map((all) => all.map((m) => ({ m }))));
  return describeMetrics(turns)['m'];
}

const TRIALS = 1000;

/** Returns the share of drops of 0.1 that are found with a spread of 0.1, in steps of five per cent. */
function shareFound(isEverywhere: boolean, attempts: number): number {
  const random = seededRandom(7);
  const draw = (mean: number): number =>
    mean + 0.1 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const play = (mean: number): number[] => Array.from({ length: attempts }, () => draw(mean));
  let found = 0;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const pairs = Array.from({ length: 9 }, (_, at) => ({
      baseline: play(0.7),
      candidate: play(isEverywhere || at === 0 ? 0.6 : 0.7),
    }));
    const { onThisSuite, scenarios } = compareRuns(pairs);
    const verdict = isEverywhere ? onThisSuite : scenarios[0];
    if (verdict?.result === 'regressed') found += 1;
  }
  return Math.round((found / TRIALS) * 20) * 5;
}

function toScore(word: string): number | undefined {
  return word === '–' ? undefined : Number(word);
}

function show(value: number | null): string {
  return value === null ? 'null' : String(Math.round(value * 1e4) / 1e4);
}

function range(value: number, interval: readonly [number, number] | undefined): string {
  const shown = interval && `${show(interval[0])} to ${show(interval[1])}`;
  return `${show(value)} (${shown ?? 'no interval'})`;
}

function computeOf({ header }: Table): Compute | undefined {
  const [, compute] =
    Object.entries(COMPUTE).find(([begins]) => `${header.join(', ')},`.startsWith(`${begins},`)) ??
    [];
  return compute;
}

describe(FILE, () => {
  const tables = listTables(text);

  it('has tables that are all computed', () => {
    assert.ok(tables.length >= 18, `${tables.length}`);
    for (const table of tables)
      assert.ok(computeOf(table), `no computation for the table ${table.header.join()}`);
  });

  for (const table of tables) {
    for (const row of table.rows) {
      it(`${table.header[0]}: ${row.slice(0, 2).join(', ')}`, async () => {
        const found = (await computeOf(table)?.(row, table.header)) ?? [];
        assert.deepEqual(row.slice(-found.length), found);
      });
    }
  }

  it('has a pitfall for each score that is computed from the reply', () => {
    const [, scores = ''] = text.split('## Scores of one reply');
    const sections = (scores.split('\n## ')[0] ?? '').split('\n### ').slice(1);
    const without = sections.filter((section) => !section.includes('**Pitfall.**'));
    assert.deepEqual(
      without.map((section) => section.split('\n')[0]),
      ['checks'],
    );
  });
});
