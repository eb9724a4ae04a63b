import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../tests/support/measure/assert-times.ts';
import { createRedact } from './redact.ts';

describe('redaction', () => {
  it('redacts email addresses, phone and card numbers, and keys', () => {
    const redact = createRedact([]);
    for (const [text, expected] of [
      ['Mail jo.doe+x@mail.example.org, please', 'Mail [email 1], please'],
      ['Call +49 170 1234567 or (030) 901820-11', 'Call [phone 1] or [phone 2]'],
      ['Call 555-123-4567 now', 'Call [phone 3] now'],
      ['My card 4111 1111 1111 1111 was charged', 'My card [card 1] was charged'],
      ['It is 5500-0000-0000-0004.', 'It is [card 2].'],
      ['key sk-proj-abcdefghijklmnop1234 leaked', 'key [key 1] leaked'],
      ['Authorization: Bearer abcdefghijklmnop.qrstuv', 'Authorization: [key 2]'],
      ['ghp_abcdefghijklmnopqrstuvwxyz0123', '[key 3]'],
      ['AKIAABCDEFGHIJKLMNOP', '[key 4]'],
      ['Pay to DE89 3704 0044 0532 0130 00, please', 'Pay to [iban 1], please'],
      ['My SSN is 536 22 8765.', 'My SSN is [ssn 1].'],
      ['Charge 12 4111 1111 1111 1111 11 times', 'Charge 12 [card 1] 11 times'],
      [
        'key: "-----BEGIN RSA PRIVATE KEY-----\\nProc-Type: 4,ENCRYPTED\\nMIIE+/==\\n-----END RSA PRIVATE KEY-----", x',
        'key: "[key 5]", x',
      ],
      ['-----BEGIN PRIVATE KEY-----\nMIIE cut off', '[key 6]'],
    ] as const)
      assert.equal(redact(text), expected);
  });

  it('redacts JSON web tokens and bearer tokens whole if they contain the start of a key', () => {
    const redact = createRedact([]);
    const web =
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhQGIuZXhhbXBsZSJ9-sk-AbCdEfGhIjKlMnOpQrSt.SflKxwRJSMeKKF2QT4';
    assert.equal(redact(`see ${web} ok`), 'see [key 1] ok');
    const bearer = 'Bearer abcdefgh-npm_0123456789abcdefghijklmnopqrstuvwxyz';
    assert.equal(redact(`authorization: ${bearer}`), 'authorization: [key 2]');
  });

  it('does not redact text that only looks similar to a secret', () => {
    const redact = createRedact([]);
    for (const text of [
      'Order 1234567890123 of 2026-11-15 costs 38.90 EUR',
      'ending 4471, 20 minutes ago, from 9:00 to 14:00',
      'see @name and a @ b',
      'version 1.2.3, sk-1, task-list-of-many-things',
      'IBAN-like DE00 is not here; room 0815',
      'GB83 WEST 1234 5698 7654 32 has a wrong checksum, and XX82 WEST 1234 5698 is of no country',
      'part 666-12-3456, 912-12-3456, 123-00-4567 and 123-45-0000',
      'on 08.11.2026 or 2026-01-05, id 01934567-8901-7123-8123-012345678901',
    ])
      assert.equal(redact(text), text);
  });

  it('redacts the same value to the same placeholder', () => {
    const redact = createRedact([]);
    assert.equal(
      redact('a@b.example and c@d.example, A@B.example'),
      '[email 1] and [email 2], [email 1]',
    );
    assert.equal(redact('again c@d.example'), 'again [email 2]');
  });

  it('redacts matches of the user’s patterns', () => {
    const redact = createRedact([String.raw`CUST-\d+`, '(?i)acme']);
    assert.equal(
      redact('CUST-12 of Acme and ACME'),
      '[redacted 1] of [redacted 2] and [redacted 2]',
    );
  });

  it('redaction takes linear time for hostile texts and patterns', () => {
    const redact = createRedact(['(a+)+$', '(x|x)*y']);
    const ordinary = 'Your card ending 4471 is blocked. The new one arrives on 5 May. '.repeat(
      1600,
    );
    for (const text of [
      'a'.repeat(100_000),
      '1 '.repeat(50_000),
      'x'.repeat(100_000),
      '-'.repeat(100_000),
      'a.'.repeat(50_000),
      'DE89 '.repeat(20_000),
      '%20'.repeat(30_000),
      'a://b:'.repeat(15_000),
      'ssn is '.repeat(15_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(4000),
    ])
      // The slowest takes 10 times as long as an ordinary text, and thousands of times if it is quadratic.
      assertTimes(50, text.slice(0, 10), {
        work: () => redact(text),
        bare: () => redact(ordinary),
      });
  });
});
