import { ConfigError } from '@fairtrial/server';
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig, secretsOf } from './config.ts';

const UUID = '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01';

describe('configuration of the agent backend', () => {
  it('defaults to loopback and no provider if the environment is empty', () => {
    const config = readConfig({});
    assert.deepEqual([config.host, config.port], ['127.0.0.1', 8000]);
    assert.equal(config.hub, undefined);
    assert.equal(config.egressMode, 'local');
  });

  it('uses the OpenAI base URL if only OPENAI_API_KEY is set', () => {
    assert.deepEqual(readConfig({ OPENAI_API_KEY: 'sk' }).hub, {
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk',
    });
  });

  it('searches with Tavily if it has a key, else with the SearXNG at SEARCH_BASE_URL', () => {
    const providerOf = (env: Record<string, string>): string | undefined =>
      readConfig(env).search?.provider;
    assert.equal(providerOf({}), undefined);
    assert.equal(providerOf({ SEARCH_BASE_URL: 'http://s' }), 'searxng');
    assert.equal(providerOf({ TAVILY_API_KEY: 'k' }), 'tavily');
    assert.equal(providerOf({ TAVILY_API_KEY: 'k', SEARCH_BASE_URL: 'http://s' }), 'tavily');
  });

  it('reads fine-tuned models from a list, JSON, a file and single variables', () => {
    const models = { a: UUID, 'b-c': UUID };
    const file = join(mkdtempSync(join(tmpdir(), 'fairtrial-')), 'models.json');
    writeFileSync(file, JSON.stringify(models));
    for (const STUDIO_MODELS of [`a=${UUID}, b-c=${UUID}`, JSON.stringify(models), file]) {
      assert.deepEqual(readConfig({ STUDIO_MODELS }).studioModels, models);
    }
    assert.deepEqual(readConfig({ STUDIO_MODEL_B_C: UUID }).studioModels, { 'b-c': UUID });
  });

  it('reports every configuration error at once', () => {
    const env = {
      AGENT_HOST: '0.0.0.0',
      STUDIO_API_KEY: 'k',
      STUDIO_MODELS: 'nonsense',
      HUB_BASE_URL: 'hub',
    };
    assert.throws(
      () => readConfig(env),
      (error: unknown) =>
        error instanceof ConfigError &&
        error.faults.map((fault) => fault.variable).join() ===
          'HUB_BASE_URL,AGENT_HOST,STUDIO_BASE_URL,STUDIO_MODELS',
    );
  });

  it('rejects a fine-tuned model whose id is not a UUID', () => {
    assert.throws(() => readConfig({ STUDIO_MODEL_X: 'notuuid' }), /'x' must map to a UUID/);
  });

  it('BUILT_IN_TOOLS selects all tools, the named ones, or none', () => {
    const tools = (text: string): readonly string[] =>
      readConfig({ BUILT_IN_TOOLS: text, TAVILY_API_KEY: 'k' }).builtInTools;
    assert.deepEqual(tools(''), ['current_time', 'web_search']);
    assert.deepEqual(tools('web_search, current_time'), ['web_search', 'current_time']);
    assert.deepEqual(tools('none'), []);
    assert.throws(
      () => tools('clock'),
      /BUILT_IN_TOOLS: must be none, or a comma-separated list of current_time,web_search/,
    );
    assert.throws(
      () => readConfig({ BUILT_IN_TOOLS: 'web_search' }),
      /TAVILY_API_KEY: or SEARCH_BASE_URL is required with web_search in BUILT_IN_TOOLS/,
    );
  });

  it('rejects a system prompt that is too long', () => {
    const AGENT_SYSTEM_PROMPT = 'x'.repeat(32_001);
    assert.throws(() => readConfig({ AGENT_SYSTEM_PROMPT }), /must not be longer than 32000/);
  });

  it('rejects two MCP servers with the same name, and invalid tool patterns', () => {
    const withServers = (...servers: object[]): (() => void) => {
      const list = servers.map((server) => ({ name: 'docs', url: 'http://d/mcp', ...server }));
      return () => readConfig({ MCP_SERVERS: JSON.stringify(list) });
    };
    assert.throws(withServers({}, {}), /two servers are named docs/);
    for (const tools of [[], [''], ['!'], 'read_*']) assert.throws(withServers({ tools }));
    withServers({ tools: ['read_*', '!read_secrets'] })();
  });

  it('secretsOf lists every secret of the configuration', () => {
    const config = readConfig({
      HUB_BASE_URL: 'http://h',
      HUB_API_KEY: 'one',
      STUDIO_BASE_URL: 'http://s',
      STUDIO_API_KEY: 'two',
      FAIRTRIAL_API_KEYS: 'three',
    });
    assert.deepEqual(secretsOf(config), ['one', 'two', 'three']);
  });

  it('resolves model aliases, including aliases of aliases, and rejects cycles and unknown targets', () => {
    const aliases = (text: string): object =>
      Object.fromEntries(readConfig({ MODEL_ALIASES: text }).modelAliases);
    assert.deepEqual(aliases(''), {});
    assert.deepEqual(aliases(`default=fast, fast=openai/gpt=4, tuned=${UUID}`), {
      default: 'openai/gpt=4',
      fast: 'openai/gpt=4',
      tuned: UUID,
    });
    for (const [text, fault] of [
      ['fast', /MODEL_ALIASES: must be alias=model/],
      ['a=b,b=c,c=b', /'a' is in a cycle: it leads back to 'b'/],
      ['a=a', /'a' is in a cycle: it leads back to 'a'/],
      ['a=gpt-4', /'a' leads to 'gpt-4', which is not an alias, a UUID or <provider>\/<model>/],
      ['a/b=c/d', /'a\/b' is the id of a model and cannot be an alias/],
      [`${UUID}=c/d`, /is the id of a model/],
      ['a=b/c,a=b/d', /'a' occurs twice/],
    ] as const) {
      assert.throws(() => aliases(text), fault);
    }
  });
});
