import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createModelList, type ListedModel } from './list-models.ts';

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(
  (digit) => `${digit.repeat(8)}-2222-3333-4444-555555555555`,
) as [string, string, string, string];

function studioOf(
  listed: readonly Partial<ListedModel>[],
  configured: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const studio = async (): Promise<ListedModel[]> =>
    listed.map(({ id = '', name }) => ({ id, name }));
  const aliases = new Map<string, string>();
  return createModelList({ configured, aliases, hub: async () => [], studio }).studio();
}

describe('list of fine-tuned models', () => {
  it('lists every fine-tuned model even if the provider gives several the same name', async () => {
    const twin = B.replace(/5$/, '6');
    const listed = [A, B, twin, C].map((id) => ({ id, name: id === C ? 'other' : 'support' }));
    assert.deepEqual(await studioOf(listed), {
      support: A,
      'support (bbbbbbbb)': B,
      [`support (${twin})`]: twin,
      other: C,
    });
  });

  it('a configured model keeps its name, and no fine-tuned model is listed twice', async () => {
    const listed = [
      { id: A, name: 'support' },
      { id: B, name: 'support' },
      { id: B.toUpperCase(), name: 'again' },
      { id: D },
      { id: 'gpt-4' },
    ];
    assert.deepEqual(await studioOf(listed, { support: C, mine: A }), {
      'support (bbbbbbbb)': B,
      [D]: D,
      support: C,
      mine: A,
    });
  });

  it('fine-tuned models can be named __proto__ or constructor', async () => {
    const found = await studioOf([
      { id: A, name: '__proto__' },
      { id: B, name: 'constructor' },
    ]);
    assert.deepEqual(Object.values(found as object), [A, B]);
  });
});
