import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checksSchema } from './checks-schema.ts';
import { digestChecksPrompt } from './judge-checks.ts';
import type { CheckToJudge, JudgedCheck } from './judged-check.ts';

const REPLY = 'I can block it right now. Which card is it?';
const GENUINE = { turn: 1, quote: 'Which card is it' };
const INVENTED = { turn: 1, quote: 'It is blocked already' };

const ASKS: CheckToJudge = { id: 'asks', kind: 'text', text: 'Asks which card' };
const PROMISES: CheckToJudge = { id: 'promises', kind: 'never', text: 'Promises a date' };

function parse(said: Readonly<Record<string, unknown>>): readonly JudgedCheck[] | string {
  const schema = checksSchema([ASKS, PROMISES], new Map([[1, REPLY]]));
  const parsed = schema.parse(said);
  return parsed.state === 'parsed' ? parsed.value : parsed.why;
}

const answer = (verdict: unknown, ...evidence: readonly unknown[]): object => ({
  evidence,
  verdict,
  reason: 'Because.',
});

function judgeOne(kind: 'text' | 'never', said: unknown): JudgedCheck | undefined {
  const checks = [{ ...ASKS, kind }, PROMISES];
  const parsed = checksSchema(checks, new Map([[1, REPLY]])).parse({
    check_1: said,
    check_2: answer('cannot_tell'),
  });
  return parsed.state === 'parsed' ? parsed.value[0] : undefined;
}

describe('the verdict on a check', () => {
  it('needs a genuine quote if it says that the assistant did what the check describes', () => {
    for (const [kind, verdict, quotes, expected, passed] of [
      ['text', 'met', [GENUINE], 'met', true],
      ['text', 'met', [], 'untrusted', null],
      ['text', 'met', [INVENTED], 'untrusted', null],
      ['text', 'met', [GENUINE, INVENTED], 'untrusted', null],
      ['text', 'not_met', [], 'not_met', false],
      ['text', 'not_met', [GENUINE], 'not_met', false],
      ['text', 'not_met', [INVENTED], 'untrusted', null],
      ['never', 'happened', [GENUINE], 'not_met', false],
      ['never', 'happened', [], 'untrusted', null],
      ['never', 'happened', [INVENTED], 'untrusted', null],
      ['never', 'did_not_happen', [], 'met', true],
      ['text', 'not_applicable', [], 'not_applicable', undefined],
      ['never', 'not_applicable', [], 'not_applicable', undefined],
      ['text', 'cannot_tell', [], 'cannot_tell', null],
      ['never', 'cannot_tell', [INVENTED], 'untrusted', null],
      ['never', 'met', [GENUINE], 'unreadable', null],
      ['text', 'happened', [GENUINE], 'unreadable', null],
    ] as const) {
      const judged = judgeOne(kind, answer(verdict, ...quotes));
      const name = `${kind} ${verdict} ${JSON.stringify(quotes)}`;
      assert.deepEqual([judged?.verdict, judged?.passed], [expected, passed], name);
    }
  });

  it('is unreadable if it is missing or malformed, and the other checks count', () => {
    const { reason, ...unexplained } = answer('met', GENUINE) as { reason: string };
    assert.equal(reason, 'Because.');
    for (const said of [
      undefined,
      null,
      'met',
      [],
      {},
      unexplained,
      { ...unexplained, reason: 1 },
      { verdict: 'met', reason: '', evidence: 'Which card is it' },
      answer('met', 'Which card is it'),
      answer('met', { quote: 'Which card is it' }),
      answer('met', { turn: '1', quote: 'Which card is it' }),
      answer('met', { turn: 1.5, quote: 'Which card is it' }),
      answer('met', null),
      answer('toString'),
      answer(null),
    ]) {
      const parsed = parse({ check_1: said, check_2: answer('did_not_happen') });
      assert.ok(Array.isArray(parsed), JSON.stringify(said));
      assert.deepEqual(
        parsed.map(({ id, verdict }) => [id, verdict]),
        [
          ['asks', 'unreadable'],
          ['promises', 'met'],
        ],
        JSON.stringify(said),
      );
    }
  });

  it('is asked for again if no check has one, for example under unknown ids', () => {
    assert.equal(parse({}), 'it has no valid verdict');
    assert.equal(parse({ asks: answer('met', GENUINE), check_3: answer('met') }), parse({}));
  });

  it('is storable and bounded, whatever the judge writes', () => {
    const quote = `${REPLY}\0${'x'.repeat(10_000)}`;
    const many = Array.from({ length: 50 }, () => ({ turn: 1, quote }));
    const judged = judgeOne('text', {
      evidence: many,
      verdict: 'met',
      reason: '\0\ud800'.repeat(9_999),
    });
    const text = JSON.stringify(judged);
    assert.equal(judged?.verdict, 'untrusted');
    assert.ok(text.length < 6000, String(text.length));
    assert.ok(!text.includes('\\u0000') && !text.includes('\\ud800'));
  });

  it('is parsed from any JSON without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (evidence, verdict, reason) => {
        const judged = judgeOne('text', { evidence, verdict, reason });
        assert.equal(judged?.verdict, 'unreadable');
      }),
    );
  });
});

describe('digestChecksPrompt', () => {
  const ASKED = { scope: 'reply', checks: [ASKS, PROMISES], instructions: 'Be strict.' } as const;

  it('is the same for the same checks, and has 16 hexadecimal digits', () => {
    assert.match(digestChecksPrompt(ASKED), /^[0-9a-f]{16}$/);
    assert.equal(digestChecksPrompt(structuredClone(ASKED)), digestChecksPrompt(ASKED));
  });

  it('differs if a check, their order, the scope or the instructions differ', () => {
    const others = [
      { ...ASKED, scope: 'conversation' as const },
      { ...ASKED, instructions: undefined },
      { ...ASKED, instructions: 'Be kind.' },
      { ...ASKED, checks: [PROMISES, ASKS] },
      { ...ASKED, checks: [ASKS] },
      { ...ASKED, checks: [{ ...ASKS, id: 'other' }, PROMISES] },
      { ...ASKED, checks: [{ ...ASKS, kind: 'never' as const }, PROMISES] },
      { ...ASKED, checks: [{ ...ASKS, text: 'Asks which cards' }, PROMISES] },
    ];
    const digests = new Set([ASKED, ...others].map(digestChecksPrompt));
    assert.equal(digests.size, others.length + 1);
  });
});
