import { ConfigError } from '@fairtrial/server';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig, secretsOf } from './config.ts';

function configFaults(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults.map((fault) => fault.variable);
  }
}

describe('the configuration of the evaluation service', () => {
  it('the configuration has defaults for everything and listens on loopback', () => {
    const config = readConfig({});
    assert.deepEqual([config.host, config.port, config.egressMode], ['127.0.0.1', 8080, 'local']);
    assert.deepEqual(config.credentials, []);
  });

  it('ENDPOINTS lists addresses, each with the key that only it gets', () => {
    const config = readConfig({
      ENDPOINTS: 'https://api.x.ai/v1;key=a=b, http://own:1;header=x-api-key;key=c\nhttp://open:2',
    });
    assert.deepEqual(config.credentials, [
      { url: 'https://api.x.ai/v1', header: 'Authorization', secret: 'a=b' },
      { url: 'http://own:1', header: 'x-api-key', secret: 'c' },
    ]);
    const addresses = ['https://api.x.ai/v1', 'http://own:1', 'http://open:2'];
    assert.deepEqual(new Set(config.endpointOrigins), new Set(addresses));
  });

  it('ENDPOINTS with a key that belongs to no address, or with anything else, is refused without showing it', () => {
    for (const text of [
      'canary',
      'key=canary',
      ';key=canary',
      'ftp://a;key=canary',
      'http://me:canary@a',
      'http://a;key=',
      'http://a;header=x-api-key',
      'http://a;key=canary;header=x y',
      'http://a;token=canary',
      'http://b,http://a;canary',
      'http://a;key=canary;key=canary2',
      'http://a;key=canary…',
      'http://a;key=canary key',
      'http://:canary@a',
      'http://a/%2fx;key=canary',
    ]) {
      assert.deepEqual(configFaults({ ENDPOINTS: text }), ['ENDPOINTS'], text);
      assert.throws(
        () => readConfig({ ENDPOINTS: text }),
        ({ message }: Error) => !message.includes('canary'),
      );
    }
  });

  it('OPENAI_API_KEY is bound to OpenAI, or to OPENAI_BASE_URL', () => {
    const origin = (env: Record<string, string>): string | undefined =>
      readConfig({ OPENAI_API_KEY: 'k', ...env }).credentials[0]?.url;
    assert.equal(origin({}), 'https://api.openai.com');
    assert.equal(origin({ OPENAI_BASE_URL: 'https://proxy/v1' }), 'https://proxy/v1');
  });

  it('DATABASE_LISTEN_URL is used for notifications, requires DATABASE_URL and is a secret', () => {
    const DATABASE_LISTEN_URL = 'postgres://u:direct@db/fairtrial';
    assert.deepEqual(configFaults({ DATABASE_LISTEN_URL }), ['DATABASE_URL']);
    const config = readConfig({
      DATABASE_LISTEN_URL,
      DATABASE_URL: 'postgres://u:p@pooler/fairtrial',
    });
    assert.equal(config.listenUrl, DATABASE_LISTEN_URL);
    assert.ok(secretsOf(config).includes('direct'));
  });

  it('the weights of projects are read', () => {
    const weightsOf = (text: string): object =>
      Object.fromEntries(readConfig({ PROJECT_WEIGHTS: text }).projectWeights);
    assert.deepEqual(weightsOf(''), {});
    assert.deepEqual(weightsOf('team=3, nightly runs=1,'), { team: 3, 'nightly runs': 1 });
    for (const text of ['team', 'team=0', 'team=1.5', '=2', 'team=2,team=3', 'team=1000']) {
      assert.deepEqual(configFaults({ PROJECT_WEIGHTS: text }), ['PROJECT_WEIGHTS'], text);
    }
  });

  it('the limits per project are read', () => {
    const capsOf = (env: Record<string, string>): object => readConfig(env).projectCaps;
    const none = { activeRuns: 100, activePlanBytes: 64 * 1024 * 1024, storedBytes: undefined };
    assert.deepEqual(capsOf({}), none);
    assert.deepEqual(capsOf({ MAX_STORED_BYTES_PER_PROJECT: '0' }), none);
    const all = {
      MAX_ACTIVE_RUNS_PER_PROJECT: '5',
      MAX_ACTIVE_BYTES_PER_PROJECT: '6000000',
      MAX_STORED_BYTES_PER_PROJECT: '50000000000',
    };
    const caps = { activeRuns: 5, activePlanBytes: 6_000_000, storedBytes: 50_000_000_000 };
    assert.deepEqual(capsOf(all), caps);
    const wrong = { MAX_ACTIVE_RUNS_PER_PROJECT: '0', MAX_STORED_BYTES_PER_PROJECT: '5 GB' };
    assert.deepEqual(configFaults(wrong).toSorted(), Object.keys(wrong).toSorted());
  });

  it('the number of retention days is read', () => {
    assert.equal(readConfig({}).retentionDays, undefined);
    assert.equal(readConfig({ RETENTION_DAYS: '90' }).retentionDays, 90);
    for (const days of ['0', '-1', '1.5', '10000', 'a month']) {
      assert.deepEqual(configFaults({ RETENTION_DAYS: days }), ['RETENTION_DAYS'], days);
    }
  });

  it('every address that a key is bound to is an allowed endpoint', () => {
    const config = readConfig({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://proxy.internal/v1' });
    assert.deepEqual(config.endpointOrigins, ['http://proxy.internal/v1']);
  });

  it('DATABASE_URL is optional only for a single process on loopback', () => {
    assert.equal(readConfig({}).databaseUrl, undefined);
    assert.deepEqual(configFaults({ EVALS_ROLE: 'worker' }), ['DATABASE_URL']);
    assert.deepEqual(configFaults({ EVALS_HOST: '0.0.0.0', FAIRTRIAL_API_KEYS: 'x' }), [
      'DATABASE_URL',
    ]);
    assert.deepEqual(
      configFaults({ EVALS_HOST: '0.0.0.0', FAIRTRIAL_API_KEYS: 'x', EVALS_ROLE: 'workers' }),
      ['EVALS_ROLE', 'DATABASE_URL'],
      'all faults are reported at once',
    );
    assert.deepEqual(configFaults({ DATABASE_URL: 'mysql://x/y' }), ['DATABASE_URL']);
    const env = { EVALS_ROLE: 'api', DATABASE_URL: 'postgres://u:pa%24s@db/fairtrial' };
    assert.deepEqual(secretsOf(readConfig(env)), ['pa%24s', 'pa$s']);
  });

  it('secretsOf returns all secrets of the configuration', () => {
    const env = {
      ENDPOINTS: 'http://agent:8000;key=one',
      OPENAI_API_KEY: 'two',
      FAIRTRIAL_API_KEYS: 'three,four',
    };
    assert.deepEqual(secretsOf(readConfig(env)).toSorted(), ['four', 'one', 'three', 'two']);
  });

  it('no grading model is used unless one is configured', () => {
    const { judges, embeddings } = readConfig({ OPENAI_API_KEY: 'k' });
    assert.deepEqual([judges, embeddings], [undefined, undefined]);
  });

  it('a judge uses its own address and key or those of OpenAI, whose key is sent to OpenAI only', () => {
    const openai = { OPENAI_API_KEY: 'sk-openai', JUDGE_MODEL: ' a, b ,a,' };
    const config = readConfig({ ...openai, EMBEDDINGS_MODEL: 'e' });
    assert.deepEqual(config.judges, {
      baseUrl: 'https://api.openai.com',
      apiKey: 'sk-openai',
      models: ['a', 'b'],
      concurrency: 8,
      timeoutMs: 120_000,
    });
    assert.deepEqual(config.embeddings, {
      baseUrl: 'https://api.openai.com',
      apiKey: 'sk-openai',
      model: 'e',
      floor: 0.7,
    });
    const elsewhere = readConfig({ ...openai, JUDGE_BASE_URL: 'http://judge:9000/v1' });
    assert.deepEqual(
      [elsewhere.judges?.baseUrl, elsewhere.judges?.apiKey],
      ['http://judge:9000/v1', undefined],
    );
    const keyed = readConfig({
      ...openai,
      JUDGE_API_KEY: 'sk-j',
      EMBEDDINGS_MODEL: 'e',
      EMBEDDINGS_API_KEY: 'sk-e',
    });
    assert.ok(['sk-j', 'sk-e', 'sk-openai'].every((secret) => secretsOf(keyed).includes(secret)));
  });

  it('faults in the settings of judge and embeddings are named', () => {
    const faults = configFaults({
      JUDGE_MODEL: 'a,b,c,d,e,f',
      JUDGE_BASE_URL: 'judge',
      JUDGE_CONCURRENCY: '0',
      EMBEDDINGS_FLOOR: '1',
    });
    const wrong = ['EMBEDDINGS_FLOOR', 'JUDGE_BASE_URL', 'JUDGE_CONCURRENCY', 'JUDGE_MODEL'];
    assert.deepEqual(faults.toSorted(), wrong);
  });

  it('model prices are read, and invalid prices are rejected', () => {
    const prices = { 'a/b': { input: 0.15, output: 0.6 } };
    assert.deepEqual(readConfig({ MODEL_PRICES: JSON.stringify(prices) }).modelPrices, prices);
    assert.deepEqual(readConfig({ MODEL_PRICES: '' }).modelPrices, {});
    for (const MODEL_PRICES of ['0.15', '{"a/b": 1}', '{"a/b": {"input": -1, "output": 1}}', '{'])
      assert.deepEqual(configFaults({ MODEL_PRICES }), ['MODEL_PRICES']);
  });
});
