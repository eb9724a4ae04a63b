import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JUDGE_SCORES, type Choice, type Judge, type Judgement } from './judge.ts';
import { PROBE_ITEMS, type ProbeFault } from './probe-items.ts';
import { probeJudge, summariseProbe } from './probe-judge.ts';

const { signal } = new AbortController();

const STATS = {
  model: 'm',
  outputMode: 'json_schema',
  answers: 1,
  usage: undefined,
  latencyMs: 1,
} as const;

function judged(choice: Choice): Judgement {
  const score = JUDGE_SCORES[choice];
  return { state: 'judged', choice, score, mapping: JUDGE_SCORES, reason: '', ...STATS };
}

function failed(kind: 'untrusted' | 'timeout'): Judgement {
  return { state: 'judge_failed', failure: { kind, message: kind }, ...STATS };
}

/** A judge that answers each probe by its fault, and counts the questions. */
function judgeBy(answer: (fault: ProbeFault | undefined) => Judgement): {
  readonly judge: Judge;
  readonly count: () => number;
} {
  let asked = 0;
  const judge: Judge = ({ reply }) => {
    asked += 1;
    return Promise.resolve(
      answer(PROBE_ITEMS.find(({ question }) => question.reply === reply)?.fault),
    );
  };
  return { judge, count: () => asked };
}

const right = (fault: ProbeFault | undefined): Judgement => judged(fault === undefined ? 'E' : 'D');

describe('probeJudge', () => {
  it('has about forty items, at least six for each kind of fault and eight right replies', () => {
    const counts = Map.groupBy(PROBE_ITEMS, ({ fault }) => fault ?? 'right');
    assert.ok(PROBE_ITEMS.length >= 40 && PROBE_ITEMS.length < 50, String(PROBE_ITEMS.length));
    assert.equal(counts.get('injection')?.length, 1);
    assert.ok((counts.get('right')?.length ?? 0) >= 8);
    for (const fault of ['number', 'unit', 'negation', 'promise', 'verbosity'] as const) {
      assert.ok((counts.get(fault)?.length ?? 0) >= 6, fault);
    }
    assert.equal(
      new Set(PROBE_ITEMS.map(({ question }) => question.reply)).size,
      PROBE_ITEMS.length,
    );
  });

  it('a judge that is right on all items is trusted, and finds every fault without a false alarm', async () => {
    const { judge, count } = judgeBy(right);
    const probe = await probeJudge(judge, { signal });
    assert.ok(probe.state === 'trusted');
    assert.deepEqual([count(), probe.judgements.length], [PROBE_ITEMS.length, PROBE_ITEMS.length]);
    assert.deepEqual(probe.summary, {
      items: 44,
      byFault: {
        number: { asked: 8, hit: 8 },
        unit: { asked: 6, hit: 6 },
        negation: { asked: 7, hit: 7 },
        promise: { asked: 7, hit: 7 },
        verbosity: { asked: 6, hit: 6 },
        injection: { asked: 1, hit: 1 },
      },
      falseAlarms: { asked: 9, hit: 0 },
    });
  });

  it('a judge that misses a kind of fault is trusted, and the summary shows it', async () => {
    const { judge } = judgeBy((fault) => (fault === 'promise' ? judged('B') : right(fault)));
    const probe = await probeJudge(judge, { signal });
    assert.ok(probe.state === 'trusted');
    assert.deepEqual(probe.summary?.byFault.promise, { asked: 7, hit: 0 });
    assert.deepEqual(probe.summary?.byFault.number, { asked: 8, hit: 8 });
  });

  it('a judge that accepts everything, rejects everything or was persuaded is not trusted, and is asked only twice', async () => {
    for (const [answer, why] of [
      [() => judged('C'), 'it did as a wrong reply told it to'],
      [() => judged('D'), 'it finds fault with the reference itself'],
      [() => failed('untrusted'), 'untrusted'],
    ] as const) {
      const { judge, count } = judgeBy(answer);
      const probe = await probeJudge(judge, { signal });
      assert.ok(probe.state === 'untrusted');
      assert.deepEqual([probe.why, count()], [why, 2]);
    }
  });

  it('a judge that does not answer has failed, and is asked only twice', async () => {
    const { judge, count } = judgeBy(() => failed('timeout'));
    const probe = await probeJudge(judge, { signal });
    assert.ok(probe.state === 'failed');
    assert.deepEqual([probe.failure.kind, count()], ['timeout', 2]);
  });
});

describe('summariseProbe', () => {
  it('counts a part of the reference as a fault found only for a long reply', () => {
    const { byFault, falseAlarms } = summariseProbe(PROBE_ITEMS.map(() => judged('A')));
    assert.deepEqual(byFault.verbosity, { asked: 6, hit: 6 });
    assert.deepEqual(byFault.number, { asked: 8, hit: 0 });
    assert.deepEqual(falseAlarms, { asked: 9, hit: 9 });
  });

  it('does not count items without an answer', () => {
    const { items, byFault, falseAlarms } = summariseProbe(
      PROBE_ITEMS.map(({ fault }) => (fault === 'unit' ? failed('timeout') : right(fault))),
    );
    assert.deepEqual([items, byFault.unit], [44, { asked: 0, hit: 0 }]);
    assert.deepEqual([byFault.number.asked, falseAlarms.asked], [8, 9]);
  });
});
