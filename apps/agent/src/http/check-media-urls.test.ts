import { AppError } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkMediaUrls } from './check-media-urls.ts';

const isPublicUrl = (url: string): boolean => url.startsWith('https://images.example.com/');
const check = (...parts: readonly object[]): void =>
  checkMediaUrls([{ role: 'user', content: parts }], isPublicUrl);

describe('checkMediaUrls', () => {
  it('accepts embedded images and images on public addresses', () => {
    check(
      { type: 'text', text: 'What is at http://10.0.0.1/?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://images.example.com/cat.png' } },
    );
    checkMediaUrls([{ role: 'user', content: 'http://10.0.0.1/' }], isPublicUrl);
  });

  it('accepts an earlier answer that cites pages in its annotations', () => {
    const cited = {
      type: 'url_citation',
      url_citation: { url: 'http://example.com/', title: 'x' },
    };
    const answer = { role: 'assistant', content: 'As said there.', annotations: [cited] };
    checkMediaUrls([answer], isPublicUrl);
    const question = { ...answer, role: 'user' };
    assert.throws(() => checkMediaUrls([question], isPublicUrl), AppError);
  });

  it('rejects a private address in every field that can hold a URL', () => {
    const url = 'http://169.254.169.254/latest';
    for (const part of [
      { type: 'image_url', image_url: { url } },
      { type: 'image_url', image_url: url },
      { type: 'video_url', video_url: { url } },
      { type: 'image', source: { type: 'url', url } },
      { type: 'file', file: { file_url: 'file:///etc/passwd' } },
      { type: 'image_url', image_url: { URL: 'https://localhost/' } },
    ]) {
      assert.throws(
        () => check({ type: 'text', text: 'hi' }, part),
        (error) => error instanceof AppError && error.code === 'invalid_request',
        JSON.stringify(part),
      );
    }
  });
});
