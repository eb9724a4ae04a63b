import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Check } from '@fairtrial/contracts';
import { CHECK_TYPES } from '@fairtrial/contracts/plain';
import { findCheckFaults } from './check-faults.ts';
import { newCheck, readCheck, writeCheck, type CheckForm } from './check-form.ts';

const NEW = newCheck(0);
const edit = (change: Partial<CheckForm>): CheckForm => ({ ...NEW, ...change });

describe('A check as a form', () => {
  it('is a sentence for the judge at first, and can be of every type', () => {
    assert.deepEqual(writeCheck(edit({ value: 'Asks which card' })), { text: 'Asks which card' });
    for (const type of CHECK_TYPES) {
      const form = edit({ type, value: '5', maxCalls: '1' });
      assert.ok(Check.safeParse(writeCheck(form)).success, type);
      assert.deepEqual(findCheckFaults(form, 'reply'), {}, type);
      assert.equal(readCheck(writeCheck(form), 0).type, type);
    }
  });

  it('stays a sentence while only its text is edited', () => {
    const form = readCheck('Asks which card', 0);
    assert.equal(writeCheck({ ...form, value: 'Asks which cards' }), 'Asks which cards');
    assert.deepEqual(writeCheck({ ...form, isOptional: true }), {
      text: 'Asks which card',
      optional: true,
    });
  });

  it('writes tool calls with arguments of every kind', () => {
    const form = edit({
      type: 'tools',
      order: 'in_order',
      forbidden: 'delete_card, , transfer',
      maxCalls: '3',
      calls: [
        { name: 'find_card', rows: [] },
        {
          name: 'block_card',
          rows: [
            { name: 'id', kind: 'number', text: '12' },
            { name: 'urgent', kind: 'yes_no', text: 'yes' },
            { name: 'reason', kind: 'text', text: 'lost' },
          ],
        },
      ],
    });
    assert.deepEqual(writeCheck(form), {
      tools: [
        { name: 'find_card' },
        { name: 'block_card', arguments: { id: 12, urgent: true, reason: 'lost' } },
      ],
      order: 'in_order',
      forbidden: ['delete_card', 'transfer'],
      max_calls: 3,
    });
  });

  it('writes the fields of a JSON reply as a schema, and keeps schemas that say more', () => {
    const form = edit({ type: 'json_schema', fields: [{ name: 'total', type: 'number' }] });
    assert.deepEqual(writeCheck(form), {
      json_schema: {
        type: 'object',
        properties: { total: { type: 'number' } },
        required: ['total'],
      },
    });
    for (const json_schema of [{ type: 'array' }, { type: 'object', properties: {} }]) {
      assert.equal(readCheck({ json_schema }, 0).type, 'kept');
    }
  });

  it('keeps a check that it cannot show', () => {
    for (const source of [{ similarity: 0.8 }, { text: 'a', never: 'b' }, 7, { contains: ['a'] }]) {
      const form = readCheck(source, 0);
      assert.equal(form.type, 'kept');
      assert.equal(writeCheck(form), source);
    }
  });

  it('drops the result of the service only if another type is chosen', () => {
    const form = readCheck({ contains: 'a', passed: true, detail: 'found' }, 0);
    assert.deepEqual(writeCheck({ ...form, value: 'b' }), {
      contains: 'b',
      passed: true,
      detail: 'found',
    });
    assert.deepEqual(writeCheck({ ...form, type: 'never' }), { never: 'a' });
  });
});

describe('Faults of a check', () => {
  it('are the ones for which the service refuses it', () => {
    const forms: readonly CheckForm[] = [
      ...CHECK_TYPES.map((type) => edit({ type })),
      ...CHECK_TYPES.map((type) => edit({ type, value: 'five' })),
      ...['0', '-1', '1.5', '1e3', ' '].flatMap((value) => [
        edit({ type: 'max_words', value }),
        edit({ type: 'latency_ms', value }),
      ]),
      edit({ value: 'x'.repeat(1000) }),
      edit({ value: 'x'.repeat(1001) }),
      edit({ type: 'contains', value: 'x'.repeat(10_001) }),
      edit({ type: 'regex', value: 'x'.repeat(1001) }),
      edit({ value: 'a', id: 'Not an id' }),
      edit({ value: 'a', id: 'an-id' }),
      edit({ type: 'tools', maxCalls: '0' }),
      edit({ type: 'tools', order: 'exact' }),
      edit({ type: 'tools', forbidden: 'a' }),
      edit({ type: 'tools', calls: [{ name: '', rows: [] }] }),
      edit({ type: 'tools', calls: [{ name: 'a', rows: [] }], forbidden: 'a' }),
      edit({ type: 'tools', calls: [{ name: 'a', rows: [] }], maxCalls: '0' }),
      edit({ type: 'tools', calls: [{ name: 'a', rows: [] }], maxCalls: 'many' }),
    ];
    for (const form of forms) {
      const faults = Object.values(findCheckFaults(form, 'reply'));
      const check = writeCheck(form);
      assert.equal(faults.length === 0, Check.safeParse(check).success, JSON.stringify(check));
    }
  });

  it('name patterns that RE2 does not accept, and no others', () => {
    const findFault = (value: string): string | undefined =>
      findCheckFaults(edit({ type: 'regex', value }), 'reply').value;
    for (const value of [
      String.raw`(?i)card \d{4}`,
      '(?P<n>a)',
      '(?s:a.b)',
      '[[:alpha:]]+',
      '\\\\1',
    ])
      assert.equal(findFault(value), undefined, value);
    assert.match(findFault('(a') ?? '', /not a valid pattern \(Unterminated group\)/);
    for (const value of ['(?=a)', '(?<!a)b', String.raw`(a)\1`])
      assert.match(findFault(value) ?? '', /cannot look ahead/, value);
  });

  it('say that a JSON reply cannot be checked in a whole conversation', () => {
    const { type } = findCheckFaults(edit({ type: 'json_schema' }), 'conversation');
    assert.match(type ?? '', /add this check to one of the turns/);
    const kept = readCheck({ similarity: 1 }, 0);
    assert.match(findCheckFaults(kept, 'reply').type ?? '', /a check is a sentence/);
  });
});
