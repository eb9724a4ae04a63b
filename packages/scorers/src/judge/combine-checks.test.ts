import assert from 'node:assert/strict';
import { it } from 'node:test';
import { combineCheckVerdicts } from './combine-checks.ts';
import type { ChecksJudgement } from './judge-checks.ts';
import { withVerdict, type CheckVerdict } from './judged-check.ts';

const STATS = {
  model: 'm',
  outputMode: 'json_schema',
  answers: 1,
  usage: undefined,
  latencyMs: 1,
} as const;

const VERDICTS: Readonly<Record<string, CheckVerdict>> = {
  y: 'met',
  n: 'not_met',
  a: 'not_applicable',
  c: 'cannot_tell',
  u: 'untrusted',
  r: 'unreadable',
};

/** A letter is a verdict, `!` a judge that followed instructions in the text, `?` another failure. */
function sample(letter: string): ChecksJudgement {
  const verdict = VERDICTS[letter];
  if (verdict === undefined) {
    const kind = letter === '!' ? 'untrusted' : 'timeout';
    return { state: 'judge_failed', failure: { kind, message: letter }, ...STATS };
  }
  const check = withVerdict(verdict, { id: 'a', evidence: [], reason: letter });
  return { state: 'judged', checks: [check], ...STATS };
}

/** Combines one check; each text is a judge, each letter one of its samples. */
function combine(...judges: readonly string[]) {
  const samples = judges.map((letters) => Array.from(letters, sample));
  return combineCheckVerdicts(['a'], samples)[0];
}

it('combineCheckVerdicts takes the verdict of more than half of the samples of a judge', () => {
  for (const [letters, verdict, passed] of [
    ['y', 'met', true],
    ['yyn', 'met', true],
    ['ynn', 'not_met', false],
    ['yy?', 'met', true],
    ['aan', 'not_applicable', undefined],
    ['yn', 'cannot_tell', null],
    ['ync', 'cannot_tell', null],
    ['yn?', 'cannot_tell', null],
    ['y??', 'unreadable', null],
    ['?', 'unreadable', null],
    ['r', 'unreadable', null],
    ['yyyyu', 'untrusted', null],
    ['yyyy!', 'untrusted', null],
    ['', 'cannot_tell', null],
  ] as const) {
    const combined = combine(letters);
    assert.deepEqual([combined?.verdict, combined?.passed], [verdict, passed], letters);
  }
});

it('combineCheckVerdicts decides a check only if all judges give the same verdict', () => {
  for (const [judges, verdict, passed] of [
    [['y', 'y'], 'met', true],
    [['n', 'nny'], 'not_met', false],
    [['a', 'a'], 'not_applicable', undefined],
    [['y', 'n'], 'cannot_tell', null],
    [['y', 'a'], 'cannot_tell', null],
    [['y', 'y', '?'], 'unreadable', null],
    [['y', 'y', '!'], 'untrusted', null],
    [['y', 'c'], 'cannot_tell', null],
    [[], 'cannot_tell', null],
  ] as const) {
    const combined = combine(...judges);
    assert.deepEqual([combined?.verdict, combined?.passed], [verdict, passed], judges.join(' '));
  }
  assert.equal(combine('y', 'n')?.reason, 'judges disagree');
  assert.equal(combine('y', '?')?.reason, 'the judge failed: ?');
});

it('combineCheckVerdicts returns one verdict per check, in the order of the question', () => {
  const checks = (['met', 'not_met'] as const).map((verdict, at) =>
    withVerdict(verdict, { id: `c${at}`, evidence: [], reason: '' }),
  );
  const combined = combineCheckVerdicts(
    ['c0', 'c1', 'c2'],
    [[{ state: 'judged', checks, ...STATS }]],
  );
  assert.deepEqual(
    combined.map(({ id, passed }) => [id, passed]),
    [
      ['c0', true],
      ['c1', false],
      ['c2', null],
    ],
  );
});
