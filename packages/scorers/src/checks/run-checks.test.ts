import { Check } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Budget } from '../budget.ts';
import type { CheckedReply, CheckOutcome, CodeCheck } from './check.ts';
import { runChecks, failChecks, shareOfPassed } from './run-checks.ts';
import { compileCheck } from './registry.ts';

function checkReply(given: object, reply: Partial<CheckedReply> = {}): CheckOutcome {
  const check = Check.parse(given);
  const whole = { text: '', latencyMs: 0, toolCalls: [], ...reply };
  const [checked] = runChecks([check], whole);
  assert.ok(checked);
  return checked;
}

function holds(given: object, text: string): boolean {
  return checkReply(given, { text }).passed === true;
}

function compileProblem(given: object): string {
  const compiled = compileCheck(Check.parse(given) as CodeCheck);
  assert.equal(compiled.state, 'refused', JSON.stringify(given).slice(0, 100));
  return compiled.state === 'refused' ? compiled.detail : '';
}

describe('contains and not_contains', () => {
  it('contains ignores case, spacing, quotes and dashes, but not symbols', () => {
    const value = "We can't  block";
    assert.equal(holds({ contains: value }, 'Sorry, WE CAN’T\nblock it.'), true);
    assert.equal(holds({ contains: '€5' }, 'in 15 days'), false);
    assert.equal(holds({ contains: '10–12' }, 'from 10-12'), true);
    assert.equal(holds({ not_contains: 'refund' }, 'A Refund is due'), false);
    assert.equal(holds({ not_contains: 'refund' }, 'Nothing is due'), true);
  });

  it('contains is case-sensitive if requested', () => {
    const check = { contains: 'IBAN', case_sensitive: true };
    assert.equal(holds(check, 'your iban'), false);
    assert.equal(holds(check, 'your IBAN'), true);
  });

  it('contains reports the result in its detail', () => {
    const found = checkReply({ not_contains: 'fee' }, { text: 'no fee' });
    assert.deepEqual(found, { passed: false, detail: "'fee' is in the reply" });
  });

  it('contains checks the first 100,000 characters and reports the truncation', () => {
    const text = `${'x'.repeat(100_000)}end`;
    const { passed, detail } = checkReply({ contains: 'end' }, { text });
    assert.equal(passed, false);
    assert.match(detail, /of the first 100000 characters/);
  });
});

describe('regex', () => {
  it('regex finds a match anywhere in the reply and quotes it', () => {
    const check = { regex: '(?i)order \\d{4}' };
    assert.deepEqual(checkReply(check, { text: 'Your Order 1234 ships' }), {
      passed: true,
      detail: "'Order 1234' matches '(?i)order \\d{4}'",
    });
    assert.equal(holds(check, 'Your order ships'), false);
  });

  it('regex rejects patterns that RE2 does not support or that are too large', () => {
    for (const pattern of [
      '(',
      '(?=a)',
      '(a)\\1',
      '(a{1000}){1000}',
      '(?:a?){900}',
      'a{2}'.repeat(21),
    ]) {
      assert.match(compileProblem({ regex: pattern }), /repetitions|RE2/);
    }
  });

  it('regex checks less of the reply for larger patterns', () => {
    const { detail } = checkReply({ regex: '(?:a?){250}a{250}b' }, { text: 'a'.repeat(50_000) });
    assert.match(detail, /of the first \d{4} characters/);
  });
});

describe('json_schema', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    required: ['intent'],
    properties: {
      intent: { enum: ['block', 'unblock'] },
      id: { type: 'string', pattern: '^[a-z]+$' },
      mail: { type: 'string', format: 'email' },
      tags: { type: 'array', uniqueItems: true, items: { $ref: '#/$defs/tag' } },
    },
    $defs: { tag: { type: 'object' } },
  };

  it('json_schema reports where the reply does not match', () => {
    const cases: [string, string][] = [
      [
        '{"intent": "block", "id": "abc", "tags": [{"a":1}, {"a":2}]}',
        'the reply matches the schema',
      ],
      ['{"intent": "other"}', "'/intent' must be equal to one of the allowed values"],
      ['{}', "the reply must have required property 'intent'"],
      ['{"intent": "block", "id": "A"}', `'/id' must match pattern "^[a-z]+$"`],
      ['{"intent": "block", "mail": "nobody"}', `'/mail' must match format "email"`],
      [
        '{"intent": "block", "tags": [{"a":1,"b":2}, {"b":2,"a":1}]}',
        "'/tags' must NOT have duplicate items",
      ],
      ['Here it is: {}', "the reply is not JSON: 'Here it is: {}'"],
      ['['.repeat(100), 'the reply is nested too deep'],
    ];
    for (const [text, detail] of cases) {
      const checked = checkReply({ json_schema: schema }, { text });
      assert.deepEqual(checked, { passed: text === cases[0]?.[0], detail });
    }
  });

  it('json_schema rejects loops, external references, unsupported keywords and large schemas', () => {
    const doubled = (at: number): object => ({
      allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }],
    });
    const $defs = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`d${at}`, at === 11 ? {} : doubled(at)]),
    );
    const cases: [object, RegExp][] = [
      [{ properties: { next: { $ref: '#' } } }, /is recursive/],
      [{ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, /is recursive/],
      [{ $ref: '#/$defs/none' }, /does not exist/],
      [{ $ref: 'http://169.254.169.254/schema' }, /only references like/],
      [{ items: { $id: 'http://x/y', $ref: 'z' } }, /\$id/],
      [{ items: { $dynamicRef: '#x' } }, /\$dynamicRef/],
      [{ $async: true, type: 'object' }, /\$async/],
      [{ properties: { a: { maximum: { $data: '1/b' } } } }, /must be number/],
      [{ typ: 'string' }, /unknown keyword: "typ"/],
      [{ format: 'regex' }, /unknown format "regex"/],
      [{ pattern: '(?!a)b' }, /pattern '\(\?!a\)b'/],
      [{ patternProperties: { '(a+': {} } }, /pattern '\(a\+'/],
      [{ $defs, $ref: '#/$defs/d0' }, /more than 600 parts/],
      [{ enum: Array.from({ length: 999 }, (_, at) => at) }, /more than 600 parts/],
      [{ description: 'x'.repeat(17_000) }, /characters/],
      [nest(40), /nested deeper/],
    ];
    for (const [refused, why] of cases) {
      assert.match(compileProblem({ json_schema: refused }), why);
    }
  });

  it('uniqueItems distinguishes an empty object from an empty list', () => {
    assert.equal(
      holds({ json_schema: { uniqueItems: true } }, '[{}, [], {"a": 1}, [["a", 1]]]'),
      true,
    );
  });

  it('json_schema accepts a property named like a keyword', () => {
    const properties = { $ref: { type: 'number' }, $id: { type: 'string' }, pattern: {} };
    const check = { json_schema: { properties } };
    assert.equal(holds(check, '{"$ref": 1, "$id": "a"}'), true);
    assert.equal(holds(check, '{"$ref": "a"}'), false);
  });
});

function nest(depth: number): object {
  return depth === 0 ? {} : { items: nest(depth - 1) };
}

describe('max_words and latency_ms', () => {
  it('max_words limits the text length after normalising', () => {
    // NFKC expands this character to eighteen, three of them spaces.
    const { detail } = checkReply({ max_words: 1 }, { text: '\ufdfa'.repeat(100_000) });
    assert.ok(Number.parseInt(detail, 10) < 50_000, detail);
  });

  it('max_words counts words in scripts without spaces', () => {
    assert.equal(holds({ max_words: 3 }, 'Yes, of course!'), true);
    assert.deepEqual(checkReply({ max_words: 2 }, { text: '今日は天気がいい' }), {
      passed: false,
      detail: '5 words, at most 2 are allowed',
    });
  });

  it('latency_ms compares the latency of the reply', () => {
    const check = { latency_ms: 500 };
    assert.equal(checkReply(check, { latencyMs: 500 }).passed, true);
    assert.deepEqual(checkReply(check, { latencyMs: 501 }), {
      passed: false,
      detail: 'it took 501 ms, at most 500 are allowed',
    });
  });
});

describe('runChecks', () => {
  it('checks score the share that passed, and nothing if there are none', () => {
    const [yes, no] = [true, false].map((passed) => ({ passed, detail: '' }));
    assert.ok(yes && no);
    assert.equal(shareOfPassed([yes, no, no, no]), 0.25);
    assert.equal(shareOfPassed([]), undefined);
  });

  it('checks of a failed request neither pass nor fail', () => {
    const check = Check.parse({ not_contains: 'x' });
    assert.deepEqual(failChecks([check]), [{ passed: null, detail: 'the request failed' }]);
  });

  it('a check that is out of its budget has no result, and the others have theirs', () => {
    const check = Check.parse({ max_words: 1 });
    const reply = { text: 'two words', latencyMs: 0, toolCalls: [] };
    const budget: Budget = {
      spend: (grader, work) =>
        grader === 'checks/0' ? { failure: 'it took too long' } : { done: work() },
    };
    const results = runChecks([check, check], reply, budget);
    assert.deepEqual(results[0], { passed: null, detail: 'it took too long' });
    assert.equal(results[1]?.passed, false);
  });
});

describe('check contract', () => {
  it('the contract rejects a misspelt field and accepts a result that is posted again', () => {
    const typo = { contains: 'a', case_sensitiv: true };
    assert.equal(Check.safeParse(typo).success, false);
    const again = { contains: 'a', passed: true, detail: 'found' };
    assert.equal(Check.safeParse(again).success, true);
    assert.equal(Check.safeParse({ type: 'like', value: 'a' }).success, false);
  });
});
