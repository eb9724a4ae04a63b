import type { JsonPointer } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
import { readReply, type ParsedReply } from './read-reply.ts';

function readValue(value: unknown, pointer?: JsonPointer): ParsedReply {
  return readReply({ body: JSON.stringify(value), contentType: 'application/json', pointer });
}

describe('a response without a readable reply', () => {
  const ANSWERS: readonly (readonly [unknown, JsonPointer | null])[] = [
    [{ status: 'ok', data: { answer: { body: 'The card is blocked.' } } }, '/data/answer/body'],
    [{ status: 'ok', message: 'Hi, how can I help?' }, '/message'],
    [{ status: 'ok', message: 'It was handled.', bot: { says: 'Hi there' } }, '/bot/says'],
    [
      { outputs: [{ outputs: [{ results: { message: { text: 'Hi' } } }] }] },
      '/outputs/0/outputs/0/results/message/text',
    ],
    [{ question: 'How much is it, all in all?', bot_reply: 'Ten euros.' }, '/bot_reply'],
    [{ queryText: 'How much is it, all in all?', speech: 'Ten euros.' }, '/speech'],
    [{ id: 'f3b0-44aa', model: 'large model', utterance: 'Hello' }, '/utterance'],
    [{ message: 'Hello', text: 'Hi, how are you?' }, '/text'],
    [{ turn: { url: 'https://x/ y', said: 'Hi', at: '2026-01-02T03:04:05Z' } }, '/turn/said'],
    [{ 'a/b': { '~c': 'It is blocked.' } }, '/a~1b/~0c'],
    [{ thinking: 'The user wants to know the fee.', final: 'Ten euros.' }, '/final'],
    [{ data: { '$(reboot)': 'Hi there' } }, null],
    [{ data: { '`reboot`': 'Hi there' } }, null],
    [{ history: [{ text: 'Hello' }, { text: 'Hi' }] }, null],
    [
      {
        messages: [
          { from: 'user', text: 'Hello' },
          { from: 'bot', text: 'Hi' },
        ],
      },
      '/messages/1/text',
    ],
    [
      [
        { sender: 'me', body: 'What does it cost, all in all?' },
        { sender: 'Bot', body: 'Ten euros.' },
      ],
      '/1/body',
    ],
    [
      {
        turns: [
          { speaker: 'bot', said: 'Hi' },
          { speaker: 'bot', said: 'Bye' },
        ],
      },
      null,
    ],
    [{ ok: true, responses: [{ text: 'Hi there.' }, { text: 'What is it about?' }] }, '/responses'],
    [{ data: { replies: ['Hi there.', 'What is it about?'] } }, '/data/replies'],
    [{ foo: [1], status: 'success' }, null],
  ];
  for (const [body, proposal] of ANSWERS) {
    it(`an unreadable response proposes ${proposal ?? 'nothing'} for ${JSON.stringify(body)}`, () => {
      const reading = readValue(body);
      assert.ok(reading.state === 'unreadable');
      assert.equal(reading.proposedReply, proposal, reading.message);
      if (proposal !== null) assert.equal(readValue(body, proposal).state, 'text');
    });
  }

  it('the error for an unreadable response lists keys but no values', () => {
    const reading = readValue({ status: 'ok', data: { answer: { body: 'It is sk-1.' } } });
    assert.equal(
      reading.state === 'unreadable' && reading.message,
      'the answer has no reply that can be read: it has the keys status, data.answer.body. ' +
        'If the reply is at /data/answer/body, set target.reply to that.',
    );
  });

  it('a key that may be a token or an id is neither listed nor proposed', () => {
    for (const opaque of ['sk-live-4fQ81Zt0aB7c9D2e', '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01']) {
      const reading = readValue({ outcome: 1, [opaque]: { said: 'Hello there' } });
      assert.ok(reading.state === 'unreadable' && reading.proposedReply === null);
      assert.match(reading.message, /it has the keys outcome, …\.said\. Set target\.reply/);
    }
  });

  it('the error for an unreadable response lists at most 12 keys and masks keys that are not names', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, no) => [`key${no}`, no]));
    const reading = readValue({ 'line\nbreak\0': 'Hello there', ['x'.repeat(99)]: 1, ...many });
    assert.ok(reading.state === 'unreadable' && reading.proposedReply === null);
    assert.match(reading.message, /the keys …, …, key0, [^\n\0]+, key9, 290 more\. /);
    assert.ok(reading.message.length < 300);
  });

  it('takes at most 10 times as long to describe as to parse, even with a list of 100,000 items', () => {
    const body = JSON.stringify({ choices: Array.from({ length: 100_000 }, () => ({})) });
    // It takes about twice as long.
    assertTimes(10, 'describing a response', {
      work: () => readReply({ body, contentType: 'application/json' }),
      bare: () => JSON.parse(body),
    });
  });
});

describe('a response without a session id', () => {
  const ANSWERS: readonly (readonly [unknown, JsonPointer | null])[] = [
    [{ text: 'Hi', conversation_id: 'c-1' }, '/conversation_id'],
    [{ text: 'Hi', id: 'm-1', data: { sessionId: 12 } }, '/data/sessionId'],
    [{ text: 'Hi', id: 'm-1', thread: { id: 't-1', owner_id: 'u' } }, '/thread/id'],
    [{ text: 'Hi', session: 'c-1', conversation: { deep: { id: 'c-2' } } }, '/session'],
    [{ text: 'Hi', userChatRefId: 'c-1', id: 'm-1' }, '/userChatRefId'],
    [{ text: 'Hi', id: 'c-1', user: { profile: { id: 'u' } } }, '/id'],
    [{ text: 'Hi', data: { id: 7 } }, '/data/id'],
    [{ text: 'Hi', message_id: 'm-1', session: 'two words', chat: null }, null],
    [{ text: 'Hi', user: { profile: { id: 'u' } } }, null],
    [{ text: 'Hi', sessions: [{ id: 'a' }, { id: 'b' }] }, null],
    [{ text: 'Hi', '$(reboot)': { session_id: 'c-1' } }, null],
    ['Hi', null],
  ];
  for (const [body, proposal] of ANSWERS) {
    it(`a missing session id proposes ${proposal ?? 'nothing'} for ${JSON.stringify(body)}`, () => {
      const read = (from: JsonPointer): ParsedReply =>
        readReply({
          body: JSON.stringify(body),
          contentType: 'application/json',
          session: { from, isKnown: false },
        });
      const reading = read('/nowhere/at/all');
      assert.ok(reading.state === 'unreadable');
      assert.equal(reading.proposedSession, proposal, reading.message);
      if (proposal !== null) assert.equal(read(proposal).state, 'text');
    });
  }

  it('a value that cannot be a session id is refused, and never shown', () => {
    const large = '12345678901234567890';
    for (const id of [
      large,
      '""',
      'true',
      '{"a":1}',
      '"a\\nb"',
      `"${'x'.repeat(1001)}"`,
      '"\\ud800"',
    ]) {
      const reading = readReply({
        body: `{"text": "Hi", "id": ${id}}`,
        contentType: 'application/json',
        session: { from: '/id', isKnown: false },
      });
      assert.ok(reading.state === 'unreadable', id);
      assert.match(reading.message, /session id/);
      assert.ok(
        !reading.message.includes(large) && !reading.message.includes('xxx'),
        reading.message,
      );
    }
  });
});
