import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { flag, httpUrl, httpUrlList, portNumber, positiveInteger } from './env-fields.ts';
import { readEnv } from './read-env.ts';
import { exposureFaults } from './service-fields.ts';

describe('readEnv', () => {
  const fields = {
    PORT: portNumber.default(8000),
    URL: httpUrl.optional(),
    URLS: httpUrlList,
    MAX: positiveInteger(8),
    ON: flag,
    API_KEY: z.string().min(20, 'is too short').optional(),
  };

  it('fills in defaults, and takes an empty variable as absent', () => {
    assert.deepEqual(readEnv({ PORT: ' ', URL: '' }, fields), {
      PORT: 8000,
      URL: undefined,
      URLS: [],
      MAX: 8,
      ON: false,
      API_KEY: undefined,
    });
  });

  it('reports every fault at once, with the value, but never the value of a secret', () => {
    const env = {
      PORT: '99999',
      URL: 'ftp://x',
      URLS: 'a',
      MAX: '0',
      ON: 'yes',
      API_KEY: 'canary',
    };
    assert.throws(
      () => readEnv(env, fields, () => [{ variable: 'BOTH', problem: 'do not go together' }]),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.deepEqual(
          error.faults.map((fault) => fault.variable),
          ['PORT', 'URL', 'URLS', 'MAX', 'ON', 'API_KEY', 'BOTH'],
        );
        assert.match(error.message, /PORT: must be a port number from 0 to 65535; got "99999"/);
        assert.doesNotMatch(error.message, /canary/);
        return true;
      },
    );
  });
});

describe('exposureFaults', () => {
  const base = { hostVariable: 'EVALS_HOST', apiKeys: [], allowAnonymous: false };

  it('accepts loopback without keys', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]', '127.8.9.1']) {
      assert.deepEqual(exposureFaults({ ...base, host }), []);
    }
  });

  it('wants keys, or a clear word, for anything wider', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.4', 'example.com', '127.0.0.1.evil.com']) {
      assert.equal(exposureFaults({ ...base, host })[0]?.variable, 'EVALS_HOST');
      assert.deepEqual(exposureFaults({ ...base, host, apiKeys: ['k'] }), []);
      assert.deepEqual(exposureFaults({ ...base, host, allowAnonymous: true }), []);
    }
  });
});
