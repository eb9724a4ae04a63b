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
    MODE: z.enum(['slow', 'fast']).default('slow'),
    API_KEY: z.string().min(20, 'is too short').optional(),
  };

  it('fills in defaults and treats an empty variable as absent', () => {
    assert.deepEqual(readEnv({ PORT: ' ', URL: '' }, fields), {
      PORT: 8000,
      URL: undefined,
      URLS: [],
      MAX: 8,
      ON: false,
      MODE: 'slow',
      API_KEY: undefined,
    });
  });

  it('reports all faults at once with their values, but never the value of a secret', () => {
    const env = {
      PORT: '99999',
      URL: 'http://me:hunter2@x',
      URLS: 'a',
      MAX: '0',
      ON: 'yes',
      MODE: 'quick',
      API_KEY: 'canary',
    };
    assert.throws(
      () =>
        readEnv(env, fields, {
          check: () => [
            { variable: 'BOTH', problem: 'do not go together' },
            { variable: 'PORT', problem: 'is reported once' },
          ],
        }),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.deepEqual(
          error.faults.map((fault) => fault.variable),
          ['PORT', 'URL', 'URLS', 'MAX', 'ON', 'MODE', 'API_KEY', 'BOTH'],
        );
        assert.match(error.message, /PORT: must be a port number from 0 to 65535; got "99999"/);
        assert.match(error.message, /MODE: must be one of slow, fast; got "quick"/);
        assert.doesNotMatch(error.message, /canary|hunter2/);
        return true;
      },
    );
  });
});

describe('readServiceEnv', () => {
  const read = (env: Env): ServiceConfig =>
    readServiceEnv(env, { prefix: 'EVALS', defaultPort: 8080, fields: {}, check: () => [] }).config;

  it('listens on loopback by default, and can then reach the local network', () => {
    assert.deepEqual(read({}), {
      host: '127.0.0.1',
      port: 8080,
      apiKeys: [],
      allowedOrigins: [],
      requestLimits: { requestsPerMinute: 600, requestsAtOnce: 100, requestsInAll: 1000 },
      otlpEndpoint: undefined,
      otlpHeaders: {},
      logLevel: 'info',
      egressMode: 'local',
      warnings: [],
      startedByNpm: false,
    });
  });

  it('prefers the port of the service over PORT', () => {
    assert.equal(read({ PORT: '9000' }).port, 9000);
    assert.equal(read({ PORT: '9000', EVALS_PORT: '9001' }).port, 9001);
  });

  it('accepts loopback without keys', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]', '127.8.9.1']) {
      assert.equal(read({ EVALS_HOST: host }).host, host);
    }
  });

  it('requires keys or an explicit opt-out to listen beyond loopback, and then reaches only the internet', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.4', 'example.com', '127.0.0.1.evil.com']) {
      assert.throws(() => read({ EVALS_HOST: host }), /EVALS_HOST: .*set FAIRTRIAL_API_KEYS/);
      assert.equal(read({ EVALS_HOST: host, FAIRTRIAL_API_KEYS: 'k' }).egressMode, 'public');
      assert.equal(read({ EVALS_HOST: host, FAIRTRIAL_ALLOW_ANONYMOUS: '1' }).host, host);
    }
  });

  it('does not report missing keys if the keys are malformed', () => {
    const env = { EVALS_HOST: '0.0.0.0', FAIRTRIAL_API_KEYS: 'sha256:zz' };
    assert.throws(
      () => read(env),
      /^ConfigError: Cannot start: .*\n {2}FAIRTRIAL_API_KEYS: [^\n]*$/,
    );
  });

  it('warns about names that are nearly those of its variables', () => {
    const env = {
      EVALS_HOTS: 'x',
      REQUEST_PER_MINUTE: '5',
      LOGLEVEL: 'info',
      FAIRTRIAL_API_KEY: 'of the command',
      STUDIO_MODEL_QWEN: 'x',
      EVALS_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      LOG_LEVELS: '',
      XLOG_LEVEL_OF_ANOTHER: 'x',
    };
    assert.deepEqual(read(env).warnings, [
      'this service does not read these variables: EVALS_HOTS (did you mean EVALS_HOST?), REQUEST_PER_MINUTE (did you mean REQUESTS_PER_MINUTE?)',
    ]);
  });

  it('reaches only the internet if API keys are set, because they imply other callers', () => {
    assert.equal(read({ FAIRTRIAL_API_KEYS: 'k' }).egressMode, 'public');
    assert.equal(read({ FAIRTRIAL_API_KEYS: 'k', EGRESS_MODE: 'local' }).egressMode, 'local');
  });

  it('refuses a hashed key whose hash is malformed', () => {
    assert.throws(() => read({ FAIRTRIAL_API_KEYS: 'sha256:zz' }), /64 hex digits/);
  });
});
