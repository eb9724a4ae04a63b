import { ConfigError } from '@assay/server';
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig, secretsOf } from './config.ts';

describe('the configuration of the agent backend', () => {
  it('needs nothing: it listens on loopback and has no provider', () => {
    const config = readConfig({});
    assert.deepEqual([config.host, config.port], ['127.0.0.1', 8000]);
    assert.equal(config.hub, undefined);
    assert.equal(config.egressMode, 'local');
  });

  it('honours PORT, and AGENT_PORT before it', () => {
    assert.equal(readConfig({ PORT: '9000' }).port, 9000);
    assert.equal(readConfig({ PORT: '9000', AGENT_PORT: '9001' }).port, 9001);
  });

  it('falls back to OpenAI’s own address where only its key is set', () => {
    assert.deepEqual(readConfig({ OPENAI_API_KEY: 'sk' }).hub, {
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk',
    });
  });

  it('speaks jobs where an organization is set, unless told otherwise', () => {
    const studio = { STUDIO_BASE_URL: 'http://s', STUDIO_ORG_ID: 'o' };
    assert.equal(readConfig(studio).studio?.organization, 'o');
    assert.equal(
      readConfig({ ...studio, STUDIO_PROTOCOL: 'openai' }).studio?.organization,
      undefined,
    );
  });

  it('reads fine-tuned models as a list, as JSON, from a file and one by one', () => {
    const models = { a: '1', 'b-c': '2' };
    const file = join(mkdtempSync(join(tmpdir(), 'assay-')), 'models.json');
    writeFileSync(file, JSON.stringify(models));
    for (const STUDIO_MODELS of ['a=1, b-c=2', JSON.stringify(models), file]) {
      assert.deepEqual(readConfig({ STUDIO_MODELS }).studioModels, models);
    }
    assert.deepEqual(readConfig({ STUDIO_MODEL_B_C: '2' }).studioModels, { 'b-c': '2' });
  });

  it('names every fault at once', () => {
    const env = {
      AGENT_HOST: '0.0.0.0',
      STUDIO_PROTOCOL: 'jobs',
      STUDIO_MODELS: 'nonsense',
      HUB_BASE_URL: 'hub',
    };
    assert.throws(
      () => readConfig(env),
      (error: unknown) =>
        error instanceof ConfigError &&
        error.faults.map((fault) => fault.variable).join() ===
          'HUB_BASE_URL,AGENT_HOST,STUDIO_ORG_ID,STUDIO_MODELS',
    );
  });

  it('knows its secrets', () => {
    const config = readConfig({
      HUB_BASE_URL: 'http://h',
      HUB_API_KEY: 'one',
      STUDIO_BASE_URL: 'http://s',
      STUDIO_API_KEY: 'two',
      ASSAY_API_KEYS: 'three',
    });
    assert.deepEqual(secretsOf(config), ['one', 'two', 'three']);
  });
});
