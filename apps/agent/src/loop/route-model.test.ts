import { AppError } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createModelRouter } from './route-model.ts';

const routeModel = createModelRouter(new Map());

describe('createModelRouter', () => {
  it('routes every UUID, of any version and in either case, to the fine-tuned provider', () => {
    const hex = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF')),
      minLength: 32,
      maxLength: 32,
    });
    fc.assert(
      fc.property(hex, (digits) => {
        const dashed = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
        for (const model of [digits, dashed]) {
          assert.deepEqual(routeModel(model), { provider: 'studio', model });
        }
      }),
    );
  });

  it('routes any name with a slash to the hub, unchanged', () => {
    for (const model of ['openai/gpt-4o', 'a/b/c', 'hf/org:model@1', 'a / b', '/x']) {
      assert.deepEqual(routeModel(model), { provider: 'hub', model });
    }
  });

  it('routes any text or rejects it with 400', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const { provider } = routeModel(text);
          assert.equal(provider === 'hub', text.includes('/'));
        } catch (error) {
          assert.ok(error instanceof AppError && error.status === 400);
        }
      }),
    );
  });

  it('routes an alias to its model, and lists the aliases in the error for an unknown model', () => {
    const route = createModelRouter(new Map([['fast', 'openai/gpt-4o-mini']]));
    assert.deepEqual(route(' fast '), { provider: 'hub', model: 'openai/gpt-4o-mini' });
    assert.throws(() => route('slow'), /UUID or <provider>\/<model>, or fast; got 'slow'/);
  });
});
