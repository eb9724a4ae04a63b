import { AppError } from '@assay/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createModelRouter } from './route-model.ts';

const routeModel = createModelRouter(new Map());

describe('a model router', () => {
  it('sends every UUID, of any version and in either case, to the fine-tuned provider', () => {
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

  it('sends whatever contains a slash to the hub, whole', () => {
    for (const model of ['openai/gpt-4o', 'a/b/c', 'hf/org:model@1', 'a / b', '/x']) {
      assert.deepEqual(routeModel(model), { provider: 'hub', model });
    }
  });

  it('routes or refuses any text, and never fails otherwise', () => {
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

  it('routes an alias as the model that it stands for, and names the aliases to who asks for none', () => {
    const route = createModelRouter(new Map([['fast', 'openai/gpt-4o-mini']]));
    assert.deepEqual(route(' fast '), { provider: 'hub', model: 'openai/gpt-4o-mini' });
    assert.throws(() => route('slow'), /UUID or <provider>\/<model>, or fast; got 'slow'/);
  });
});
