import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textWidth } from '../terminal/text-layout.ts';
import { showExchange } from './show-exchange.ts';

const REQUEST = {
  method: 'POST',
  url: 'http://127.0.0.1:9200/chat',
  headers: { 'content-type': 'application/json' },
  body: '{"text":"Hello"}',
};

describe('showExchange', () => {
  it('shows request, response, reply and session with a label each', () => {
    const response = { status: 200, body: '{"answer":"Hi\\nthere","id":7}' };
    assert.equal(
      showExchange({ request: REQUEST, response, reply: 'Hi\nthere', session: 7 }, 80),
      [
        '  request   POST http://127.0.0.1:9200/chat',
        '            content-type: application/json',
        '            {"text":"Hello"}',
        '  response  200',
        '            {"answer":"Hi\\nthere","id":7}',
        '  reply     Hi there',
        '  session   7',
      ].join('\n'),
    );
  });

  it('shortens long texts to four lines of the terminal and escapes control characters', () => {
    const body = `\u001B[2J${'wide 漢字 text '.repeat(500)}`;
    const response = { status: 200, body };
    const shown = showExchange({ request: REQUEST, response, reply: null, session: null }, 80);
    const lines = shown.split('\n');
    assert.equal(lines.length, 8);
    assert.ok(lines.every((line) => textWidth(line) <= 80));
    assert.match(lines[4] ?? '', /^ {12}\\x1b\[2Jwide/);
    assert.match(lines[7] ?? '', /…$/);
  });

  it('breaks lines at spaces, and long words anywhere', () => {
    const reply = `${'word '.repeat(20)}${'x'.repeat(100)}`;
    assert.deepEqual(
      showExchange({ request: null, response: null, reply, session: null }, 80).split('\n'),
      [
        `  reply     ${'word '.repeat(13).trimEnd()}`,
        `            ${'word '.repeat(7).trimEnd()}`,
        `            ${'x'.repeat(67)}`,
        `            ${'x'.repeat(33)}`,
      ],
    );
  });

  it('shows nothing of a request that was not sent', () => {
    const nothing = { request: null, response: null, reply: null, session: null };
    assert.equal(showExchange(nothing, 80), '');
  });
});
