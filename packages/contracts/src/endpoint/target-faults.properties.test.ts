import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTargetFaults, type PostedTarget } from './target-faults.ts';
import { PLACEHOLDERS } from './template-text.ts';

const BODY = { question: '{{user_message}}' };

/** Lists the faults as `path: message`. */
function faultsOf(target: PostedTarget): readonly string[] {
  return findTargetFaults(target).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('findTargetFaults properties', () => {
  const pieces = fc.oneof(
    fc.constantFrom(...PLACEHOLDERS.map((name) => `{{${name}}}`)),
    fc.constantFrom('/', '//', '\\', '..', '.', '%2e', '%', '?', '#', '@', ':', '{{', '}}', 'a'),
    fc.string({ maxLength: 4 }),
  );
  const texts = fc.array(pieces, { maxLength: 8 }).map((all) => all.join(''));

  it('an accepted path stays on the origin and keeps its segments, whatever the parser makes of it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const path = `/${text}`;
        if (faultsOf({ path, body: BODY, session: { from: '/i', open: { path } } }).some(isOfPath))
          return;
        const sent = path.replaceAll(/\{\{[^{}]*\}\}/g, 'x');
        const url = new URL(`http://model.test${sent}`);
        assert.equal(url.origin, 'http://model.test');
        const [segments = ''] = sent.split('?', 1);
        assert.equal(url.pathname.split('/').length, segments.split('/').length, path);
        assert.equal(url.username + url.hash, '');
      }),
      { numRuns: 2000 },
    );
  });

  it('every header that is accepted can be set on a request', () => {
    fc.assert(
      fc.property(fc.dictionary(texts, texts, { maxKeys: 4 }), (headers) => {
        if (faultsOf({ headers, body: BODY }).some((fault) => fault.startsWith('headers'))) return;
        for (const name of Object.keys(headers)) assert.ok(new Headers([[name, 'x']]).has(name));
      }),
      { numRuns: 1000 },
    );
  });

  it('findTargetFaults never throws for any body', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        assert.ok(Array.isArray(findTargetFaults({ body })));
      }),
    );
  });
});

function isOfPath(fault: string): boolean {
  return fault.startsWith('path: ');
}
