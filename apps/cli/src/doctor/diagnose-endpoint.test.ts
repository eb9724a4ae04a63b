import { createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigFile } from '../settings/config-file.ts';
import { diagnoseEndpoint } from './diagnose-endpoint.ts';

describe('diagnoseEndpoint', () => {
  it('diagnoseEndpoint never shows the password or key of the endpoint address', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' });
    const endpoint = 'https://user:hunter2@models.example/v1?key=abc123';
    const config = ConfigFile.parse({ endpoint, model: 'm' });
    const context = { signal: new AbortController().signal, columns: 80, target: undefined };
    let text = '';
    for await (const finding of diagnoseEndpoint({ client, config }, {}, context))
      text += finding.text;
    assert.match(text, /models\.example\/v1/);
    assert.doesNotMatch(text, /hunter2|abc123/);
  });
});
