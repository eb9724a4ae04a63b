import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from './html.ts';

describe('html template', () => {
  it('html escapes every text value and inserts Html values unchanged', () => {
    const inner = html`<b>${'<i>'}</b>`;
    assert.equal(
      html`<p>${inner}${[inner, 'x & y']}</p>`.markup,
      '<p><b>&lt;i&gt;</b><b>&lt;i&gt;</b>x &amp; y</p>',
    );
    assert.equal(
      html`<p title="${`" onclick='x`}">${undefined}${0}</p>`.markup,
      '<p title="&quot; onclick=&#39;x">0</p>',
    );
  });

  it('html output contains no tag, quote or control character of a text value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
        (text) => {
          const { markup } = html`${text}`;
          assert.doesNotMatch(markup, /[<>"'\p{Cs}]|[^\P{Cc}\t\n]/u);
          assert.ok(markup.isWellFormed());
        },
      ),
    );
    assert.equal(html`${'a\0b\u001B[31m\r\nc'}`.markup, 'a\uFFFDb\uFFFD[31m\nc');
  });
});
