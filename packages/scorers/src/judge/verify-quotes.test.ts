import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createQuoteVerifier, fold } from './verify-quotes.ts';

const faultOf = (reply: string, quote: string, turn = 1): string | undefined =>
  createQuoteVerifier(new Map([[1, reply]]))([{ turn, quote }]);

const WORDS = fc.array(
  fc.constantFrom(
    'card',
    'Straße',
    'déjà',
    '25 €',
    'don’t',
    '“blocked”',
    'ΟΔΟΣ',
    'ﬁbre',
    '冻结',
    'x—y',
  ),
  { minLength: 3, maxLength: 12 },
);

/** What models change when they copy a text. */
const CHANGES: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase().toLowerCase(),
  (text) => text.toLowerCase(),
  (text) => text.replaceAll(' ', '\n  '),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFKC'),
  (text) => text.replaceAll('’', "'").replaceAll(/[“”]/g, '"').replaceAll('—', '-'),
  (text) => `**${text.replaceAll(' ', '* _')}**`,
  (text) => text.replaceAll(' ', ' \u200b'),
];

describe('createQuoteVerifier', () => {
  it('a part of the reply is accepted, whatever case, spacing, signs and emphasis it is copied with', () => {
    const part = WORDS.chain((words) =>
      fc.record({
        words: fc.constant(words),
        start: fc.nat({ max: words.length - 3 }),
        change: fc.constantFrom(...CHANGES),
      }),
    );
    fc.assert(
      fc.property(part, ({ words, start, change }) => {
        const quote = change(words.slice(start).join(' '));
        assert.equal(faultOf(words.join(' '), quote), undefined);
        assert.equal(faultOf(change(words.join(' ')), words.slice(start).join(' ')), undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('any text that is not in the reply is refused', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      WORDS.map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, text, (reply, quote) => {
        fc.pre(!fold(reply).includes(fold(quote)));
        assert.match(faultOf(reply, quote) ?? '', /not in turn 1/);
      }),
      { numRuns: 2000 },
    );
  });

  it('a quote with one changed, added or left out word is refused', () => {
    fc.assert(
      fc.property(WORDS, fc.nat(), fc.constantFrom('not', '26', ''), (words, at, word) => {
        const reply = words.map((one, index) => `${one}${index}`);
        const quote = reply.with(1 + (at % (reply.length - 2)), word);
        assert.notEqual(faultOf(reply.join(' '), quote.join(' ')), undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('other numbers, units and negations are refused', () => {
    const reply = 'The fee is -25.50 € and cannot be refunded.';
    for (const quote of [
      'The fee is 25.50 €',
      'The fee is -25,50 €',
      'The fee is -25.50 $',
      'fee is -25.50 € and can be refunded',
      'The fee is … cannot be refunded',
    ]) {
      assert.notEqual(faultOf(reply, quote), undefined, quote);
    }
  });

  it('a quote needs three words or the whole reply', () => {
    const reply = 'I can block it right now.';
    for (const quote of ['', ' ', '**', 'block', 'block it']) {
      assert.notEqual(faultOf(reply, quote), undefined, quote);
    }
    assert.equal(faultOf(reply, 'can block it'), undefined);
    assert.equal(faultOf('Tomorrow.', 'tomorrow.'), undefined);
    assert.equal(faultOf('我已经冻结了您的银行卡。', '冻结了您的银行卡'), undefined);
    assert.notEqual(faultOf('', ''), undefined);
  });

  it('a quote from a turn that is not judged is refused', () => {
    assert.match(faultOf('I can block it.', 'I can block it.', 2) ?? '', /turn 2, which is not/);
  });

  it('one invented quote among genuine ones is refused', () => {
    const verify = createQuoteVerifier(new Map([[1, 'I can block it.']]));
    const genuine = { turn: 1, quote: 'I can block it.' };
    assert.equal(verify([genuine, genuine]), undefined);
    assert.notEqual(verify([genuine, { turn: 1, quote: 'It is blocked already.' }]), undefined);
  });
});
