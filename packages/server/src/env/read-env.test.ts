import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { flag, httpUrl, httpUrlList, portNumber, positiveInteger } from './env-fields.ts';
import { ConfigError, readEnv, type Env } from './read-env.ts';
import { readServiceEnv, type ServiceConfig } from './read-service-env.ts';

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
      URL: 'http://me:hunter2@x',
      URLS: 'a',
      MAX: '0',
      ON: 'yes',
      API_KEY: 'canary',
    };
    assert.throws(
      () =>
        readEnv(env, fields, {
          check: () => [{ variable: 'BOTH', problem: 'do not go together' }],
        }),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.deepEqual(
          error.faults.map((fault) => fault.variable),
          ['PORT', 'URL', 'URLS', 'MAX', 'ON', 'API_KEY', 'BOTH'],
        );
        assert.match(error.message, /PORT: must be a port number from 0 to 65535; got "99999"/);
        assert.doesNotMatch(error.message, /canary|hunter2/);
        return true;
      },
    );
  });
});

describe('readServiceEnv', () => {
  const read = (env: Env): ServiceConfig =>
    readServiceEnv(env, { prefix: 'EVALS', defaultPort: 8080, fields: {}, check: () => [] }).config;

  it('listens on loopback where nothing is said, and reaches its network from there', () => {
    assert.deepEqual(read({}), {
      host: '127.0.0.1',
      port: 8080,
      apiKeys: [],
      allowedOrigins: [],
      requestLimits: { requestsPerMinute: 600, requestsAtOnce: 100, requestsInAll: 1000 },
      otlpEndpoint: undefined,
      logLevel: 'info',
      egressMode: 'local',
    });
  });

  it('honours PORT, and a port of its own before it', () => {
    assert.equal(read({ PORT: '9000' }).port, 9000);
    assert.equal(read({ PORT: '9000', EVALS_PORT: '9001' }).port, 9001);
  });

  it('accepts loopback without keys', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]', '127.8.9.1']) {
      assert.equal(read({ EVALS_HOST: host }).host, host);
    }
  });

  it('wants keys, or a clear word, for anything wider, and goes no further than the internet', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.4', 'example.com', '127.0.0.1.evil.com']) {
      assert.throws(() => read({ EVALS_HOST: host }), /EVALS_HOST: .*set ASSAY_API_KEYS/);
      assert.equal(read({ EVALS_HOST: host, ASSAY_API_KEYS: 'k' }).egressMode, 'public');
      assert.equal(read({ EVALS_HOST: host, ASSAY_ALLOW_ANONYMOUS: '1' }).host, host);
    }
  });

  it('goes no further than the internet where API keys say that there are other callers', () => {
    assert.equal(read({ ASSAY_API_KEYS: 'k' }).egressMode, 'public');
    assert.equal(read({ ASSAY_API_KEYS: 'k', EGRESS_MODE: 'local' }).egressMode, 'local');
  });

  it('refuses a hashed key that is no hash', () => {
    assert.throws(() => read({ ASSAY_API_KEYS: 'sha256:zz' }), /64 hex digits/);
  });
});
