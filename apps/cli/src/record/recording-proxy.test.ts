import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resolveTargetUrl } from './recording-proxy.ts';

it('resolveTargetUrl appends the path of the request to the target without repeating it', () => {
  for (const [target, path, expected] of [
    ['https://host/v1', '/v1/chat/completions', 'https://host/v1/chat/completions'],
    ['https://host/v1/', '/chat/completions', 'https://host/v1/chat/completions'],
    ['https://host', '/v1/models?limit=1', 'https://host/v1/models?limit=1'],
    ['https://host/v1', '/v1beta/x', 'https://host/v1/v1beta/x'],
    ['http://host:8000/', '/?stream=true', 'http://host:8000/?stream=true'],
    ['http://host/a', '//evil.example/x', 'http://host/a//evil.example/x'],
  ] as const)
    assert.equal(resolveTargetUrl(target, path), expected);
});
