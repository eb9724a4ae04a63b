import { INPUT_LIMITS, toPointer } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findSecrets } from './find-secrets.ts';
import { EVALUATION_FIELDS, TARGET_FIELDS } from './unknown-fields.ts';

const KEY = 'sk-proj-0123456789abcdefghij';

function pointersOf(request: unknown): readonly string[] {
  return findSecrets(request, EVALUATION_FIELDS).map(toPointer);
}

describe('findSecrets', () => {
  it('findSecrets finds secrets by field name wherever a request may have unknown fields', () => {
    const request = {
      api_key: 'short',
      target: { reply: '/a', apiKey: 'x' },
      parameters: { temperature: 0, 'X-Api-Key': 'x', extra_body: { password: 1234 } },
      test_batch: [
        { authorization: 'x', interactions: [] },
        { interactions: [{ user_message: 'a' }, { user_message: 'b', token: 'x' }] },
      ],
    };
    assert.deepEqual(pointersOf(request), [
      '/api_key',
      '/target/apiKey',
      '/parameters/X-Api-Key',
      '/parameters/extra_body/password',
      '/test_batch/0/authorization',
      '/test_batch/1/interactions/1/token',
    ]);
  });

  it('findSecrets searches the headers, the path and the bodies of a target', () => {
    const target = {
      path: '/chat?api_key=x',
      headers: { 'x-tenant': 'qa', 'X-Api-Key': 'x', 'x-note': KEY },
      body: { question: '{{user_message}}', auth: { password: 'x' }, list: ['a', KEY] },
      session: {
        from: '/id',
        open: { path: `/open/${KEY}/x`, body: { client_secret: 'x' } },
      },
    };
    const expected = [
      '/path',
      '/headers/X-Api-Key',
      '/headers/x-note',
      '/body/auth/password',
      '/body/list/1',
      '/session/open/path',
      '/session/open/body/client_secret',
    ];
    assert.deepEqual(
      pointersOf({ target }),
      expected.map((pointer) => `/target${pointer}`),
    );
    assert.deepEqual(findSecrets(target, TARGET_FIELDS).map(toPointer), expected);
    assert.deepEqual(pointersOf({ target: { body: KEY } }), ['/target/body']);
  });

  it('findSecrets tests each word in the headers of a target', () => {
    for (const value of [`ApiKey ${KEY}`, `Token token="${KEY}", v=1`, `key=${KEY}`]) {
      const target = { headers: { 'x-note': value }, body: { text: value } };
      assert.deepEqual(pointersOf({ target }), ['/target/headers/x-note'], value);
      assert.deepEqual(findSecrets(target, TARGET_FIELDS).map(toPointer), ['/headers/x-note']);
    }
    const harmless = { 'x-note': 'sk-learn and {{run_id}} of Bearer 1', accept: 'text/plain; q=1' };
    assert.deepEqual(pointersOf({ target: { headers: harmless } }), []);
  });

  it('findSecrets accepts a placeholder as the value of a field with the name of a secret', () => {
    const target = {
      path: '/chat?token={{session}}&key={{model}}',
      headers: { 'x-auth-token': '{{ session }}' },
      body: { token: '{{session}}', headers: { title: 'Dear' }, text: '{{user_message}}' },
    };
    assert.deepEqual(pointersOf({ target }), []);
    assert.deepEqual(pointersOf({ target: { body: { token: '{{session}} x' } } }), [
      '/target/body/token',
    ]);
    assert.deepEqual(pointersOf({ target: { body: { token: '{{other}}' } } }), [
      '/target/body/token',
    ]);
  });

  for (const name of [
    'api_key',
    'apiKey',
    'APIKEY',
    'OPENAI_API_KEY',
    'x-api-key',
    'x-auth-token',
    'x-functions-key',
    'access_token',
    'client_secret',
    'secret',
    'Password',
    'Proxy-Authorization',
    'pwd',
    'jwt',
    'ａｐｉ_key',
  ]) {
    it(`findSecrets treats ${name} as the name of a secret`, () => {
      assert.deepEqual(pointersOf({ [name]: 'x' }), [`/${name}`]);
      assert.deepEqual(pointersOf({ [name]: '' }), [], 'an empty one is none');
      assert.deepEqual(pointersOf({ [name]: null }), []);
    });
  }

  for (const name of [
    'token_count',
    'max_tokens',
    'eos_token',
    'stop_token_ids',
    'prompt_cache_key',
    'secretary',
    'password_policy',
    'key',
    'keywords',
    'author',
    'logit_bias',
    'user',
  ]) {
    it(`findSecrets does not treat ${name} as the name of a secret`, () => {
      const field = { [name]: 'x' };
      const test_batch = { ...field, interactions: [{ user_message: 'a', ...field }] };
      assert.deepEqual(pointersOf({ ...field, parameters: field, test_batch }), []);
    });
  }

  it('findSecrets finds secrets by value under any field name', () => {
    const stripe = ['sk', 'live', '0123456789abcdefghij'].join('_');
    for (const value of [
      KEY,
      stripe,
      `Bearer ${KEY}`,
      'bearer abc123def',
      'AKIAABCDEFGHIJKLMNOP',
      'Basic dXNlcjpwYXNzd29yZA==',
    ]) {
      assert.deepEqual(pointersOf({ note: [{ a: value }] }), ['/note/0/a'], value);
    }
    for (const value of [
      'Bearer of bad news',
      'sk-SK',
      'sk-learn-pipelines-and-more',
      'basic',
      'Basic scenario-12',
      'Basic arithmetic1',
    ]) {
      assert.deepEqual(pointersOf({ note: value }), [], value);
    }
  });

  it('findSecrets stops after the first secrets of a request that is full of them', () => {
    const extra = Array.from({ length: 195_000 }, () => ({ token: 'x' }));
    for (const request of [{ extra }, { test_batch: extra }]) {
      assert.equal(pointersOf(request).length, INPUT_LIMITS.errors_listed);
      assert.match(pointersOf(request)[0] ?? '', /\/0\/token$/);
    }
  });

  it('findSecrets treats headers as secrets unless they belong to a test', () => {
    const headers = { 'x-tenant': 'blue' };
    assert.deepEqual(pointersOf({ headers, parameters: { extra_headers: headers } }), [
      '/headers',
      '/parameters/extra_headers',
    ]);
    const test_batch = { interactions: [{ user_message: 'a', headers: { from: 'a@b.example' } }] };
    assert.deepEqual(pointersOf({ test_batch }), []);
  });

  it('findSecrets skips the names in schemas of tools and replies', () => {
    const schema = { properties: { password: { type: 'string', default: 'x' } } };
    const tools = [{ type: 'function', function: { name: 'log_in', parameters: schema } }];
    const response_format = { type: 'json_schema', json_schema: { schema } };
    assert.deepEqual(pointersOf({ parameters: { tools, response_format } }), []);
  });

  it('findSecrets finds secrets by value in the schemas of tools and replies', () => {
    const schema = { properties: { password: { type: 'string', default: KEY } } };
    assert.deepEqual(pointersOf({ parameters: { schema }, target: { body: { function: KEY } } }), [
      '/parameters/schema/properties/password/default',
      '/target/body/function',
    ]);
  });

  it('findSecrets never rejects text of a conversation, a reference or a label', () => {
    fc.assert(
      fc.property(fc.constantFrom(KEY, `Bearer ${KEY}`, 'My password is x'), (text) => {
        const interaction = {
          user_message: text,
          reference_reply: text,
          agent_reply: text,
          reference_metadata: { token: text, password: text },
        };
        const test_batch = { description: text, interactions: [interaction] };
        assert.deepEqual(pointersOf({ test_batch, system_prompt: text, endpoint: text }), []);
      }),
    );
  });

  it('findSecrets finds nothing in the samples', () => {
    const samples = fileURLToPath(new URL('../../../../../samples/*.json', import.meta.url));
    const files = globSync(samples);
    assert.ok(files.length > 0);
    for (const file of files) {
      const sample: unknown = JSON.parse(readFileSync(file, 'utf8'));
      assert.deepEqual(pointersOf(sample), [], file);
      assert.deepEqual(pointersOf({ test_batch: sample }), [], file);
    }
  });

  it('findSecrets never throws for any body', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => pointersOf({ test_batch: value }).length >= 0),
    );
    fc.assert(fc.property(fc.jsonValue(), (value) => pointersOf(value).length >= 0));
    for (const path of ['//', 'http://[', '//a:99999999', '?%', ''])
      pointersOf({ target: { path } });
  });
});
