import fc from 'fast-check';
import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { redactBytes, redactSecret } from './redact-secret.ts';

async function* chunksOf(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });

describe('redactSecret', () => {
  it('cuts the secret out, however the bytes are split', async () => {
    const words = fc.array(fc.constantFrom('sk-abab1', 'sk-ab', 'ü', 'hello ', 'ab1', 's'));
    await fc.assert(
      fc.asyncProperty(words, sizes, async (parts, split) => {
        const text = parts.join('');
        const out = await readText(redactSecret(chunksOf(text, split), 'sk-abab1'));
        assert.equal(out, text.replaceAll('sk-abab1', '[secret]'));
        assert.equal(redactBytes(Buffer.from(text), 'sk-abab1').toString(), out);
      }),
    );
  });

  it('cuts it out as JSON and URLs spell it', async () => {
    const secret = 'c2VjcmV0/can"ary+key==';
    const spelled = [secret, JSON.stringify(secret), encodeURIComponent(secret)];
    spelled.push(JSON.stringify(secret).replaceAll('/', '\\/'));
    for (const text of spelled) {
      const out = await readText(redactSecret(chunksOf(text, [3]), secret));
      assert.equal(out.replaceAll('"', ''), '[secret]');
    }
  });

  it('leaves a placeholder key alone, since replies may say the word', async () => {
    const out = await readText(redactSecret(chunksOf('I run on ollama', [4]), 'ollama'));
    assert.equal(out, 'I run on ollama');
  });

  it('leaves every other byte as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), sizes, async (text, split) => {
        const out = await readText(
          redactSecret(chunksOf(text, split), 'a secret that is not there'),
        );
        assert.equal(out, Buffer.from(text).toString());
      }),
    );
  });
});
